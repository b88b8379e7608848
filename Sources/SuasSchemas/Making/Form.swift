import SuasLanguage
import YAML

/// The type in the language for the values of a schema, without its details.
enum Form {
  case any
  /// A type of the language without arguments.
  case plain(String)
  /// The cases of an enum.
  case choice([String])
  case list
  case map
  case record
  case variant([Case])

  /// A case of a variant, and the schema of its record; nil for a case without fields.
  struct Case {
    let name: Scalar
    let record: Schema?
  }

  /// True for a form that has a declaration.
  var isDeclared: Bool {
    switch self {
    case .choice, .record, .variant: true
    case .any, .plain, .list, .map: false
    }
  }
}

/// Schemas and their forms.
extension TypeMaker {
  /// A schema without choices, and its form.
  struct Known {
    var schema: Schema
    let form: Form
  }

  func known(_ part: Part, depth: Int) -> Known {
    let schema = reader.schema(part, depth: depth)
    if let variant = variant(schema, depth: depth) { return variant }
    let simple = schema.choices.isEmpty ? schema : reader.simplified(part, depth: depth)
    return Known(schema: simple, form: form(of: simple))
  }

  private func form(of schema: Schema) -> Form {
    if schema.isNever { reader.tell(.noValue(schema.range)) }
    guard let kinds = schema.likelyKinds, !kinds.isEmpty, !schema.isNever else {
      if let limit = schema.limits.first { reader.tell(.unjudged(limit.keyword)) }
      return .any
    }
    switch kinds {
    case [.boolean]: return .plain("bool")
    case [.integer]: return .plain("int")
    case [.number], [.integer, .number]: return .plain("double")
    case [.string] where schema.format == "date-time": return .plain("timestamp")
    case [.string]: return cases(of: schema).map(Form.choice) ?? .plain("string")
    case [.array]: return .list
    case [.object]: return schema.properties.isEmpty ? .map : .record
    default:
      reader.tell(.severalKinds(schema.range))
      return .any
    }
  }

  /// The cases of an enum: several texts, which are names.
  private func cases(of schema: Schema) -> [String]? {
    guard let values = schema.values else { return nil }
    var cases: [String] = []
    for value in values where !value.isNull {
      guard let text = value.scalar?.text else { return nil }
      guard Name.isPossible(text) else {
        if values.count > 1 { reader.tell(.notACase(text, at: value.range)) }
        return nil
      }
      if !cases.contains(text) { cases.append(text) }
    }
    // A constant is a text with a condition, and no enum of one case.
    return cases.count > 1 ? cases : nil
  }

  /// A choice of objects with one property each, whose name is the case: `{ circle: { radius: 1 } }`.
  /// Texts beside them are cases without fields.
  private func variant(_ schema: Schema, depth: Int) -> Known? {
    // With anyOf, an object may have the properties of several cases.
    guard schema.choices.count == 1, schema.choices[0].keyword == "oneOf",
      schema.properties.isEmpty, schema.values == nil
    else { return nil }
    var cases: [Form.Case] = []
    var whole = Schema(at: schema.range)
    whole.isNullable = schema.isNullable
    for part in schema.choices[0].parts {
      let alternative = reader.simplified(part, depth: depth + 1)
      if alternative.isNull {
        whole.isNullable = true
        continue
      }
      guard let found = Self.cases(of: alternative) else { return nil }
      for (name, part) in found {
        guard Name.isPossible(name.text), !cases.contains(where: { $0.name.text == name.text })
        else { return nil }
        let record = part.map { reader.simplified($0, depth: depth + 1) }
        guard record.map(\.isPlainRecord) ?? true else { return nil }
        cases.append(Form.Case(name: name, record: record))
      }
    }
    guard cases.count > 1, cases.contains(where: { $0.record != nil }) else { return nil }
    return Known(schema: whole, form: .variant(cases))
  }

  /// The cases that an alternative stands for; nil if it stands for none.
  private static func cases(of schema: Schema) -> [(name: Scalar, part: Part?)]? {
    guard !schema.isNullable else { return nil }
    if schema.likelyKinds == [.string], let values = schema.values {
      return values.compactMap { $0.scalar.map { ($0, nil) } }
    }
    guard schema.likelyKinds == [.object], schema.properties.count == 1,
      schema.required.contains(schema.properties[0].key.text)
    else { return nil }
    return [(schema.properties[0].key, schema.properties[0].part)]
  }
}

extension Schema {
  /// True for an object with properties that is not null.
  fileprivate var isPlainRecord: Bool {
    likelyKinds == [.object] && !properties.isEmpty && !isNullable
  }
}
