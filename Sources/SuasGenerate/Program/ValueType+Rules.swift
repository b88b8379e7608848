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

  /// The type of a list's elements.
  package var elementType: ValueType {
    if case .list(let element) = nonNull { element } else { .any }
  }
}
