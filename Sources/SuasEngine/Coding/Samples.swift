import CEL
import SuasProgram

/// Sample values of declared types that cover all their cases: decoding them shows whether an app's
/// type fits while the lists of an actual state are still empty.
struct Samples {
  package let types: TypeTable

  /// The reason why a record type cannot be decoded as `type`; nil if its samples can be.
  func misfit(of record: RecordType, reading type: any Decodable.Type) -> String? {
    let cases =
      types.enums.values.map(\.cases.count)
      + types.records.values.filter(\.isVariant).map(\.fields.count)
    // One round for each case of the largest enum, and one with all optional parts empty.
    let rounds = min(cases.max() ?? 1, 64)
    for round in 0...rounds {
      let maker = Maker(types: types, round: round, isBare: round == rounds)
      guard let sample = maker.record(record, inside: []) else { continue }
      if let misfit = misfit(of: sample, as: .record(record.name), reading: type) { return misfit }
    }
    return nil
  }

  private func misfit(
    of sample: Value, as declared: FieldType, reading type: any Decodable.Type
  ) -> String? {
    do {
      _ = try ValueDecoder.decode(type, from: sample)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      // The sample of a string is an arbitrary text, so it proves nothing if that is, say, no URL.
      return isChoice(context.codingPath, in: declared) ? message(context) : nil
    } catch let error as DecodingError {
      return message(of: error)
    } catch {
      return nil
    }
  }

  /// True if the path leads to an enum or a variant.
  private func isChoice(_ path: [any CodingKey], in declared: FieldType) -> Bool {
    var type: FieldType? = declared
    for key in path {
      switch type?.unwrapped {
      case .record(let name):
        let record = types.records[name]
        type = record?.shape.slot(of: key.stringValue).flatMap { record?.fields[$0].type }
      case .list(let element), .map(_, let element): type = element
      default: return false
      }
    }
    switch type?.unwrapped {
    case .enumeration: return true
    case .record(let name): return types.records[name]?.isVariant ?? false
    default: return false
    }
  }

  private struct Maker {
    let types: TypeTable
    let round: Int
    let isBare: Bool

    /// Returns nil for a record inside itself.
    func value(_ type: FieldType, inside: Set<String>) -> Value? {
      switch type {
      case .bool: .bool(round % 2 == 0)
      case .int: 1
      case .double: 1.5
      case .string: ""
      case .timestamp: .timestamp(.epoch)
      case .duration: .duration(CEL.Duration(nanoseconds: 0))
      case .any: .undecided
      case .optional(let wrapped): isBare ? .null : value(wrapped, inside: inside) ?? .null
      case .list(let element):
        .list(isBare ? List() : List(value(element, inside: inside).map { [$0] } ?? []))
      case .map(let key, let element):
        .map(map(key, element, inside: inside))
      case .enumeration(let name):
        types.enums[name].map { .string($0.cases[round % $0.cases.count]) }
      case .record(let name):
        types.records[name].flatMap { record($0, inside: inside) }
      case .partial(let name):
        types.records[name].map { .map(isBare ? Map() : part(of: $0, inside: inside)) }
      }
    }

    private func map(_ key: FieldType, _ element: FieldType, inside: Set<String>) -> Map {
      var map = Map()
      if !isBare, let key = value(key, inside: inside) {
        map[key] = value(element, inside: inside)
      }
      return map
    }

    private func part(of record: RecordType, inside: Set<String>) -> Map {
      var fields = Map()
      for field in record.fields {
        fields[.string(field.name)] = value(field.type, inside: inside)
      }
      return fields
    }

    func record(_ record: RecordType, inside: Set<String>) -> Value? {
      guard !inside.contains(record.name) else { return nil }
      let inner = inside.union([record.name])
      let present = record.isVariant ? round % record.fields.count : nil
      var fields = ContiguousArray<Value>()
      for (slot, field) in record.fields.enumerated() {
        guard present == nil || present == slot else {
          fields.append(.null)
          continue
        }
        guard let value = value(field.type, inside: inner) else { return nil }
        fields.append(value)
      }
      return .record(Record(record.shape, fields))
    }
  }
}

extension Value {
  /// A placeholder for any value: decoding it proves nothing.
  fileprivate static let undecided = Value.opaque(Opaque(Undecided()))
}

private struct Undecided: Opaque.Content, Error {
  static let type = Type.dyn
  var description: String { "any" }
  func isEqual(to other: any Opaque.Content) -> Bool { other is Undecided }
}

/// Ends the decoding of a sample at a placeholder for any value.
func refuseUndecided(_ value: Value) throws {
  if case .opaque(let opaque) = value, let undecided = opaque.content as? Undecided {
    throw undecided
  }
}

/// The message of a failed encoding or decoding.
package func message(of error: any Error) -> String {
  switch error {
  case DecodingError.keyNotFound(_, let context), DecodingError.typeMismatch(_, let context),
    DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
    message(context)
  case EncodingError.invalidValue(_, let context):
    message(at: context.codingPath, context.debugDescription)
  default: "\(error)"
  }
}

private func message(_ context: DecodingError.Context) -> String {
  message(at: context.codingPath, context.debugDescription)
}

private func message(at path: [any CodingKey], _ text: String) -> String {
  var place = ""
  for key in path {
    if let index = key.intValue {
      place += "[\(index)]"
    } else {
      place += (place.isEmpty ? "" : ".") + key.stringValue
    }
  }
  return place.isEmpty ? text : "at '\(place)': \(text)"
}
