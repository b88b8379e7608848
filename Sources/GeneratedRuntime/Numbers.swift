/// Returns a constant, which the compiler does not see through.
package func asWritten<Value>(_ value: Value) -> Value { value }

extension Int64 {
  /// The numbers from 0 up to, but not including, this one.
  package func numbersBelow() throws(Failure) -> [Int64] {
    guard self <= 100_000_000 else {
      throw Failure("cost-exceeded", "a list of \(self) elements is too long")
    }
    return Array(0..<Swift.max(0, self))
  }

  package mutating func increment(by amount: Int64) throws(Failure) {
    let (result, overflow) = addingReportingOverflow(amount)
    if overflow { throw Failure("overflow", "'increment' leaves the range of int") }
    self = result
  }

  package mutating func decrement(by amount: Int64) throws(Failure) {
    let (result, overflow) = subtractingReportingOverflow(amount)
    if overflow { throw Failure("overflow", "'decrement' leaves the range of int") }
    self = result
  }
}

extension BinaryInteger {
  /// The nearest double. The compiler finds it at once, unlike one of the initializers of `Double`.
  package var double: Double { Double(self) }
}

extension Double {
  /// 1, 0 (never -0) or -1; NaN for NaN.
  package var sign: Double { self > 0 ? 1 : self < 0 ? -1 : self + 0 }

  /// The number without its fraction.
  package func whole() throws(Failure) -> Int64 {
    guard self > -0x1p63, self < 0x1p63 else { throw .overflow("int") }
    return Int64(self)
  }
}

extension String {
  package func int() throws(Failure) -> Int64 {
    guard let result = Int64(self) else { throw .invalidArgument("\(brief) is no int") }
    return result
  }

  package func double() throws(Failure) -> Double {
    guard let result = Double(self) else { throw .invalidArgument("\(brief) is no double") }
    guard result.isFinite || !utf8.contains(where: { 0x30...0x39 ~= $0 }) else {
      throw .invalidArgument("\(brief) does not fit into double")
    }
    return result
  }

  package func bool() throws(Failure) -> Bool {
    switch self {
    case "true", "True", "TRUE", "t", "T", "1": return true
    case "false", "False", "FALSE", "f", "F", "0": return false
    default: throw .invalidArgument("\(brief) is no bool")
    }
  }
}
