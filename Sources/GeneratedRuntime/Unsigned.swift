/// Functions of unsigned numbers.
extension UInt64 {
  /// The bits shifted to the left.
  package func shiftedLeft(_ count: Int64) throws(Failure) -> UInt64 {
    guard count >= 0 else { throw .invalidArgument("bits cannot move by \(count)") }
    return self << count
  }

  /// The bits shifted to the right and filled with zeros.
  package func shiftedRight(_ count: Int64) throws(Failure) -> UInt64 {
    guard count >= 0 else { throw .invalidArgument("bits cannot move by \(count)") }
    return self >> count
  }

  /// The same number as an int.
  package func int() throws(Failure) -> Int64 {
    guard let result = Int64(exactly: self) else { throw .overflow("int") }
    return result
  }
}

extension Int64 {
  /// The same number as an unsigned one.
  package func uint() throws(Failure) -> UInt64 {
    guard let result = UInt64(exactly: self) else { throw .overflow("uint") }
    return result
  }
}

extension Double {
  /// The number without its fraction as an unsigned one.
  package func uint() throws(Failure) -> UInt64 {
    guard self >= 0, self < 0x1p64 else { throw .overflow("uint") }
    return UInt64(self)
  }
}

extension String {
  package func uint() throws(Failure) -> UInt64 {
    guard let result = UInt64(self) else { throw .invalidArgument("\(brief) is no uint") }
    return result
  }
}

extension [UInt64] {
  package func sum() throws(Failure) -> UInt64 {
    var sum: UInt64 = 0
    for number in self { sum = try sum.adding(number) }
    return sum
  }
}
