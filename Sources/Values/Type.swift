/// The type of an expression (CEL spec, "Gradual Type Checking").
public indirect enum Type: Hashable, Sendable {
  case null
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case timestamp
  case duration
  case list(Type)
  case map(key: Type, value: Type)
  /// A record type, by name; the environment's ``Types`` know its fields.
  case record(String)
  /// The type of a type: `type(1)` has type `type(int)`.
  case type(Type)
  /// A type that is not known before run time.
  case dyn
  /// A value of the type, or null. It is used like a value of the type; using null in this way is
  /// the error `null-value`.
  case nullable(Type)
  /// A type parameter of an overload.
  case parameter(String)
  /// A named type with parameters that is none of the above, such as `optional_type(T)`.
  case abstract(String, [Type])
}

extension Type {
  /// The type of values that may be absent, `optional_type(T)`.
  public static func optional(_ wrapped: Type) -> Type { .abstract("optional_type", [wrapped]) }

  /// The wrapped type of an optional; nil for every other type.
  package var wrapped: Type? {
    guard case .abstract("optional_type", let parameters) = self else { return nil }
    return parameters.first
  }

  /// The type of those values of this type that are not null.
  package var nonNull: Type {
    guard case .nullable(let type) = self else { return self }
    return type.nonNull
  }

  /// The type parameters of this type, such as the element type of a list.
  package var parameters: [Type] {
    switch self {
    case .list(let element): [element]
    case .map(let key, let value): [key, value]
    case .type(let type), .nullable(let type): [type]
    case .abstract(_, let parameters): parameters
    default: []
    }
  }

  /// The name of a value's type at run time, which does not include parameters (CEL spec, "Type
  /// Values").
  public var name: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .list: "list"
    case .map: "map"
    case .type: "type"
    case .dyn: "dyn"
    case .record(let name), .parameter(let name), .abstract(let name, _): name
    case .nullable(let type): type.name
    }
  }
}

extension Type: CustomStringConvertible {
  /// The type in the notation of CEL users: `list(int)`, `map(string, dyn)`, `TodoItem`.
  public var description: String {
    switch self {
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .null: "null"
    case .nullable(let type): "\(type)?"
    case .type(.dyn): "type"
    // A variable of the checker, whose name no author can write: one that stays open is `dyn`.
    case .parameter(let name) where name.hasPrefix("%"): "dyn"
    default:
      parameters.isEmpty
        ? name : "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
    }
  }
}
