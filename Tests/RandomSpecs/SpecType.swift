/// A type of the spec language, as the model of a random spec has it.
package indirect enum SpecType: Hashable, Sendable {
  case bool, int, double, string, timestamp, duration, any
  case list(SpecType)
  case map(SpecType, SpecType)
  case optional(SpecType)
  case enumeration(String)
  case record(String)
  case variant(String)
  case partial(String)

  /// The type as the spec language writes it.
  package var text: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .any: "any"
    case .list(let element): "list(\(element.text))"
    case .map(.string, let value): "map(\(value.text))"
    case .map(let key, let value): "map(\(key.text), \(value.text))"
    case .optional(let wrapped): "\(wrapped.text)?"
    case .enumeration(let name), .record(let name), .variant(let name): name
    case .partial(let name): "partial(\(name))"
    }
  }

  /// The name of the kind of type, for counts.
  package var kind: String {
    switch self {
    case .list: "list"
    case .map(let key, _): key.kind == "enum" ? "map(enum)" : "map(\(key.text))"
    case .optional: "optional"
    case .enumeration: "enum"
    case .record: "record"
    case .variant: "variant"
    case .partial: "partial"
    default: text
    }
  }

  var isOptional: Bool { if case .optional = self { true } else { false } }
}
