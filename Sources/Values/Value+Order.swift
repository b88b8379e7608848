/// The order of two values.
package enum Order: Sendable {
  case less, equal, greater
  /// The result if one of the values is NaN.
  case unordered

  package init<T: Comparable>(_ left: T, _ right: T) {
    self = left < right ? .less : left == right ? .equal : left > right ? .greater : .unordered
  }

  package var reversed: Order {
    switch self {
    case .less: .greater
    case .greater: .less
    default: self
    }
  }
}

extension Value {
  /// Returns the order of two values (CEL spec, "Ordering"); nil if they have none.
  package func compare(with other: Value) -> Order? {
    switch (self, other) {
    case (.int(let left), .int(let right)): Order(left, right)
    case (.string(let left), .string(let right)):
      left.hasSameCodePoints(as: right)
        ? .equal : left.precedesByCodePoint(right) ? .less : .greater
    case (.bool(let left), .bool(let right)): Order(left ? 1 : 0, right ? 1 : 0)
    case (.bytes(let left), .bytes(let right)):
      left == right ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
    case (.timestamp(let left), .timestamp(let right)): Order(left, right)
    case (.duration(let left), .duration(let right)): Order(left, right)
    default: compareNumber(with: other)
    }
  }

  /// Returns the order of two numbers of any types (CEL spec, "Numeric comparison": as on one
  /// number line); nil if one of the values is not a number.
  package func compareNumber(with other: Value) -> Order? {
    switch (self, other) {
    case (.int(let left), .int(let right)): Order(left, right)
    case (.uint(let left), .uint(let right)): Order(left, right)
    case (.double(let left), .double(let right)): Order(left, right)
    case (.int(let left), .uint(let right)):
      left < 0 ? .less : Order(UInt64(left), right)
    case (.uint, .int): other.compareNumber(with: self)?.reversed
    case (.int(let left), .double(let right)):
      if right.isNaN {
        .unordered
      } else if right < -0x1p63 {
        .greater
      } else if right >= 0x1p63 {
        Double(left) < right ? .less : .equal
      } else {
        Order(Double(left), right)
      }
    case (.uint(let left), .double(let right)):
      if right.isNaN {
        .unordered
      } else if right < 0 {
        .greater
      } else {
        Order(Double(left), right)
      }
    case (.double, .int), (.double, .uint): other.compareNumber(with: self)?.reversed
    default: nil
    }
  }
}
