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
}

extension Value: PartlyNumeric {
  package var number: AnyNumber? {
    switch self {
    case .int(let int): .int(int)
    case .uint(let uint): .uint(uint)
    case .double(let double): .double(double)
    default: nil
    }
  }
}
