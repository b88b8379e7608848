/// A type whose values are compared as the spec language does: texts by their code points.
package protocol ExactlyEquatable {
  func equals(_ other: Self) -> Bool
}

extension ExactlyEquatable where Self: Equatable {
  package func equals(_ other: Self) -> Bool { self == other }
}

extension ExactlyEquatable {
  /// True if the other value is there, and equal.
  package func equals(_ other: Self?) -> Bool { other.map { equals($0) } ?? false }
}

extension Bool: ExactlyEquatable {}
extension Int64: ExactlyEquatable {}
extension UInt64: ExactlyEquatable {}
extension Double: ExactlyEquatable {}

extension String: ExactlyEquatable {
  package func equals(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Array: ExactlyEquatable where Element: ExactlyEquatable {
  package func equals(_ other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.equals($1) }
  }
}

extension Optional: ExactlyEquatable where Wrapped: ExactlyEquatable {
  package func equals(_ other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.equals(right)
    default: false
    }
  }
}

// MARK: Order

/// A type whose values have an order.
package protocol Ordered {
  /// Returns a negative number, zero or a positive one.
  func order(_ other: Self) -> Int
  /// Returns the same for the order of sorted lists, in which every value has a place.
  func sortOrder(_ other: Self) -> Int
}

extension Ordered {
  package func sortOrder(_ other: Self) -> Int { order(other) }
}

extension Ordered where Self: Comparable {
  package func order(_ other: Self) -> Int { self < other ? -1 : self > other ? 1 : 0 }
}

extension Int64: Ordered {}
extension UInt64: Ordered {}

extension Double: Ordered {
  package func sortOrder(_ other: Double) -> Int {
    // NaN comes last.
    isNaN || other.isNaN ? (isNaN ? 1 : 0) - (other.isNaN ? 1 : 0) : order(other)
  }
}

extension Bool: Ordered {
  package func order(_ other: Bool) -> Int { (self ? 1 : 0) - (other ? 1 : 0) }
}

extension String: Ordered {
  // The order of UTF-8 is that of the code points.
  package func order(_ other: String) -> Int {
    utf8.lexicographicallyPrecedes(other.utf8) ? -1 : utf8.elementsEqual(other.utf8) ? 0 : 1
  }
}
