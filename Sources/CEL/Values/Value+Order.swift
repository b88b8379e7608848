/// How two values stand in an order.
enum Order: Sendable {
  case less, equal, greater
  /// Neither: one of them is not a number.
  case unordered

  init<T: Comparable>(_ left: T, _ right: T) {
    self = left < right ? .less : left == right ? .equal : left > right ? .greater : .unordered
  }

  var reversed: Order {
    switch self {
    case .less: .greater
    case .greater: .less
    default: self
    }
  }
}

extension Value {
  /// The order of two values that have one (CEL spec, "Ordering"); nil where they have none.
  func compare(with other: Value) -> Order? {
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

  /// The order of two numbers whatever their types (CEL spec, "Numeric comparison": as on one
  /// number line); nil where one of them is no number.
  func compareNumber(with other: Value) -> Order? {
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
