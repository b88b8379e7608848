// Equality and order of values whose types are known only at run time.

extension JSONValue: ExactlyEquatable {
  /// Compares as expressions do: numbers of different types are equal if they are the same number,
  /// and values of other different types never are.
  package func equals(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)): left.equals(right)
    case (.object(let left), .object(let right)): left.equals(right)
    case (.record(let left), .record(let right)):
      left.type.name == right.type.name && left.values.equals(right.values)
    case (.optional(let left), .optional(let right)): left.equals(right)
    default: compareNumber(with: other).map { $0 == .equal } ?? isSame(as: other)
    }
  }
}

extension JSONValue: Equatable {
  /// Compares types and contents; NaN equals itself.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.record(let left), .record(let right)):
      left.type.name == right.type.name && left.values == right.values
    case (.optional(let left), .optional(let right)): left == right
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    default: left.isSame(as: right)
    }
  }

  /// Compares values without parts.
  private func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.string(let left), .string(let right)): left.equals(right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.type(let left), .type(let right)): left == right
    case (.opaque(let left), .opaque(let right)): left.isEqual(to: right)
    default: false
    }
  }
}

extension Order {
  package init(_ order: Int) { self = order < 0 ? .less : order > 0 ? .greater : .equal }
}

extension JSONValue {
  /// The order of two values; nil if they have none.
  package func compare(with other: JSONValue) -> Order? {
    switch (self, other) {
    case (.string(let left), .string(let right)): Order(left.order(right))
    case (.bool(let left), .bool(let right)): Order(left.order(right))
    case (.bytes(let left), .bytes(let right)):
      left == right ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
    case (.timestamp(let left), .timestamp(let right)): Order(left, right)
    case (.duration(let left), .duration(let right)): Order(left, right)
    default: compareNumber(with: other)
    }
  }
}

extension JSONValue: PartlyNumeric {
  package var number: AnyNumber? {
    switch self {
    case .int(let int): .int(int)
    case .uint(let uint): .uint(uint)
    case .double(let double): .double(double)
    default: nil
    }
  }
}
