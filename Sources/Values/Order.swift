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

/// A type some of whose values are numbers.
package protocol PartlyNumeric {
  /// The value as a number; nil if it is none.
  var number: AnyNumber? { get }
}

extension PartlyNumeric {
  /// Returns the order of two numbers of any types; nil if one of the values is none.
  package func compareNumber(with other: Self) -> Order? {
    guard let left = number, let right = other.number else { return nil }
    return left.compare(with: right)
  }
}

/// A number of any type.
package enum AnyNumber {
  case int(Int64)
  case uint(UInt64)
  case double(Double)

  package var double: Double {
    switch self {
    case .int(let int): Double(int)
    case .uint(let uint): Double(uint)
    case .double(let double): double
    }
  }

  /// Returns the order of two numbers (CEL spec, "Numeric comparison": as on one number line).
  package func compare(with other: AnyNumber) -> Order {
    switch (self, other) {
    case (.int(let left), .int(let right)): Order(left, right)
    case (.uint(let left), .uint(let right)): Order(left, right)
    case (.double(let left), .double(let right)): Order(left, right)
    case (.int(let left), .uint(let right)): left < 0 ? .less : Order(UInt64(left), right)
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
    case (.uint, .int), (.double, .int), (.double, .uint): other.compare(with: self).reversed
    }
  }
}
