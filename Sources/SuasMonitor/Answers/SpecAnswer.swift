import CEL
import SuasScenario
import SuasSpec

/// The declarations of a spec from which the page makes its forms.
struct SpecAnswer {
  private let spec: CheckedSpec
  private let texts: Declarations.Index
  /// The names of the listeners that do not listen at present.
  private let unheard: Set<String>

  init(_ spec: CheckedSpec, unheard: Set<String>) {
    self.spec = spec
    self.unheard = unheard
    texts = Declarations.Index(spec.declarations)
  }

  func write(to json: inout JSONText) {
    json.write("name", orNull: spec.name)
    json.write("documentation", orNull: spec.declarations.description)
    json.write("actions", spec.offered(spec.actions)) { json, action in
      json.writeObject { write(action, .action, to: &$0) }
    }
    json.write("effects", spec.offered(spec.effects.map(\.action))) { json, action in
      json.writeObject { json in
        write(action, .effect, to: &json)
        guard let effect = spec.effects.first(where: { $0.name == action.name }) else { return }
        json.write("kind", effect.kind.rawValue)
        json.write("answer", effect.answerFields) { json, field in
          json.writeObject { write(field, of: effect.name, .payloadField, to: &$0) }
        }
      }
    }
    json.write("listeners", spec.listeners) { json, listener in
      json.writeObject { json in
        json.write("name", listener.name)
        json.write("isListening", !unheard.contains(listener.name))
      }
    }
    json.write("saves", spec.saved != nil)
    json.writeObject("types") { json in
      for (name, record) in spec.typesOfEverything.records.sorted(by: { $0.key < $1.key }) {
        json.writeKey(name)
        write(record, to: &json)
      }
    }
  }

  private func write(
    _ action: CheckedAction, _ kind: Declarations.Kind, to json: inout JSONText
  ) {
    json.write("name", action.name)
    json.write("documentation", orNull: texts[kind, action.name]?.description)
    json.write("fields", action.payload.fields) { json, field in
      json.writeObject { write(field, of: action.name, .payloadField, to: &$0) }
    }
  }

  private func write(_ record: RecordType, to json: inout JSONText) {
    json.writeObject { json in
      json.write("is", record.isVariant ? "variant" : "record")
      guard record.isVariant else {
        json.write("fields", record.fields) { json, field in
          json.writeObject { write(field, of: record.name, .field, to: &$0) }
        }
        return
      }
      json.write("cases", record.fields) { json, field in
        json.writeObject { json in
          json.write("name", field.name)
          let contents = field.type.unwrapped.mentionedRecords.first
          let fields = contents.flatMap { spec.typesOfEverything.records[$0]?.fields } ?? []
          json.write("fields", fields) { json, field in
            json.writeObject { write(field, of: contents ?? "", .field, to: &$0) }
          }
        }
      }
    }
  }

  private func write(
    _ field: RecordType.Field, of owner: String, _ kind: Declarations.Kind,
    to json: inout JSONText
  ) {
    json.write("name", field.name)
    json.writeKey("type")
    write(field.type, to: &json)
    json.write("default", orNull: field.hasLateDefault ? nil : field.default?.yaml)
    json.write("isRequired", field.default == nil && !field.hasLateDefault)
    json.write("documentation", orNull: texts[kind, field.name, of: owner]?.description)
    json.write("isSensitive", field.isSensitive)
    json.write("where", orNull: field.constraint?.text)
    json.write("samples", field.isSensitive ? [] : field.samples) { $0.write(string: $1.yaml) }
  }

  private func write(_ type: FieldType, to json: inout JSONText) {
    json.writeObject { json in
      switch type {
      case .bool: json.write("is", "bool")
      case .int: json.write("is", "int")
      case .double: json.write("is", "double")
      case .string: json.write("is", "string")
      case .timestamp: json.write("is", "timestamp")
      case .duration: json.write("is", "duration")
      case .any, .partial: json.write("is", "any")
      case .enumeration(let name):
        json.write("is", "enum")
        json.write("cases", spec.typesOfEverything.enums[name]?.cases ?? []) {
          $0.write(string: $1)
        }
      case .record(let name):
        json.write(
          "is", spec.typesOfEverything.records[name]?.isVariant == true ? "variant" : "record")
        json.write("ref", name)
      case .list(let element):
        json.write("is", "list")
        json.writeKey("of")
        write(element, to: &json)
      case .map(let key, let value):
        json.write("is", "map")
        json.writeKey("key")
        write(key, to: &json)
        json.writeKey("of")
        write(value, to: &json)
      case .optional(let wrapped):
        json.write("is", "optional")
        json.writeKey("of")
        write(wrapped, to: &json)
      }
    }
  }
}

extension EffectKind {
  /// True for an effect that its own clock answers.
  var isTimed: Bool { self == .delay || self == .every }
}

extension CheckedEffect {
  /// The fields of an answer, as `respond` takes them.
  fileprivate var answerFields: [RecordType.Field] {
    switch kind {
    case .http:
      response.fields.map { field in
        RecordType.Field(
          name: field.name,
          type: field.name == "headers" ? .map(key: .string, value: .string) : field.type,
          default: field.name == "status"
            ? .int(200) : field.name == "headers" ? .map(Map()) : .null)
      }
    case .readFile: [RecordType.Field(name: "text", type: .string, default: nil)]
    case .custom: response.fields
    case .delay, .every, .writeFile: []
    }
  }
}
