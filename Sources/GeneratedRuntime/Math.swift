/// Functions of numbers and their bits.
extension Int64 {
  /// The bits shifted to the left.
  package func shiftedLeft(_ count: Int64) throws(Failure) -> Int64 {
    guard count >= 0 else { throw .invalidArgument("bits cannot move by \(count)") }
    return self << count
  }

  /// The bits shifted to the right and filled with zeros.
  package func shiftedRight(_ count: Int64) throws(Failure) -> Int64 {
    guard count >= 0 else { throw .invalidArgument("bits cannot move by \(count)") }
    return Int64(bitPattern: UInt64(bitPattern: self) >> count)
  }
}

extension Double {
  /// The greater of two numbers; the first if they are equal or have no order.
  package func greater(_ other: Double) -> Double { other > self ? other : self }
}

extension Array where Element: Comparable {
  package func greatestNumber() throws(Failure) -> Element {
    guard let first else { throw .invalidArgument("the list is empty") }
    return reduce(first) { $1 > $0 ? $1 : $0 }
  }

  package func leastNumber() throws(Failure) -> Element {
    guard let first else { throw .invalidArgument("the list is empty") }
    return reduce(first) { $1 < $0 ? $1 : $0 }
  }
}
