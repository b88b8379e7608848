extension ValueType {
  /// The name of a record without the type around it; `item` for other types.
  package var shortName: String {
    guard case .record(let name) = nonNull else { return "item" }
    return name.split { $0 == "." || $0 == " " }.last.map(String.init) ?? "item"
  }

  /// True if all values of the type have an order.
  package var hasOrder: Bool {
    switch self {
    case .bool, .int, .string, .timestamp, .duration, .enumeration: true
    default: false
    }
  }

  /// True if any values of the type can be sorted by.
  package var isSortable: Bool {
    switch self {
    case .uint, .double, .bytes: true
    default: hasOrder
    }
  }

  /// The type of a list's elements.
  package var elementType: ValueType {
    if case .list(let element) = nonNull { element } else { .any }
  }
}

extension ValueType {
  /// The name of the kind of values, as errors of expressions have it.
  var kindName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string, .enumeration: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .list: "list"
    case .map: "map"
    case .optional: "optional_type"
    case .nullable(let wrapped): wrapped.kindName
    case .record(let name), .partial(let name), .opaque(let name): name
    case .any: "dyn"
    case .type: "type"
    }
  }
}
