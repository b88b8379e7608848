/// Returns a constant, which the compiler does not see through.
func asWritten<Value>(_ value: Value) -> Value { value }

/// Arithmetic that reports what leaves the range of its type.
extension Int64 {
  func adding(_ other: Int64) throws(Failure) -> Int64 {
    let (result, overflow) = addingReportingOverflow(other)
    if overflow { throw .overflow("int") }
    return result
  }

  func subtracting(_ other: Int64) throws(Failure) -> Int64 {
    let (result, overflow) = subtractingReportingOverflow(other)
    if overflow { throw .overflow("int") }
    return result
  }

  func multiplied(_ other: Int64) throws(Failure) -> Int64 {
    let (result, overflow) = multipliedReportingOverflow(by: other)
    if overflow { throw .overflow("int") }
    return result
  }

  func divided(_ other: Int64) throws(Failure) -> Int64 {
    if other == 0 { throw .divisionByZero }
    let (result, overflow) = dividedReportingOverflow(by: other)
    if overflow { throw .overflow("int") }
    return result
  }

  func remainder(_ other: Int64) throws(Failure) -> Int64 {
    if other == 0 { throw .divisionByZero }
    let (result, overflow) = remainderReportingOverflow(dividingBy: other)
    if overflow { throw .overflow("int") }
    return result
  }

  func negated() throws(Failure) -> Int64 {
    if self == .min { throw .overflow("int") }
    return -self
  }

  func absolute() throws(Failure) -> Int64 {
    if self == .min { throw .overflow("int") }
    return Swift.abs(self)
  }

  /// The numbers from 0 up to, but not including, this one.
  func numbersBelow() throws(Failure) -> [Int64] {
    guard self <= 100_000_000 else {
      throw Failure("cost-exceeded", "a list of \(self) elements is too long")
    }
    return Array(0..<Swift.max(0, self))
  }

  mutating func increment(by amount: Int64) throws(Failure) {
    let (result, overflow) = addingReportingOverflow(amount)
    if overflow { throw Failure("overflow", "'increment' leaves the range of int") }
    self = result
  }

  mutating func decrement(by amount: Int64) throws(Failure) {
    let (result, overflow) = subtractingReportingOverflow(amount)
    if overflow { throw Failure("overflow", "'decrement' leaves the range of int") }
    self = result
  }
}

extension Double {
  /// The shortest digits that read back as the number; a whole number has no point.
  var shortText: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// 1, 0 (never -0) or -1; NaN for NaN.
  var sign: Double { self > 0 ? 1 : self < 0 ? -1 : self + 0 }

  /// The number without its fraction.
  func whole() throws(Failure) -> Int64 {
    guard self > -0x1p63, self < 0x1p63 else { throw .overflow("int") }
    return Int64(self)
  }
}

extension String {
  func int() throws(Failure) -> Int64 {
    guard let result = Int64(self) else { throw .invalidArgument("\(brief) is no int") }
    return result
  }

  func double() throws(Failure) -> Double {
    guard let result = Double(self) else { throw .invalidArgument("\(brief) is no double") }
    guard result.isFinite || !utf8.contains(where: { 0x30...0x39 ~= $0 }) else {
      throw .invalidArgument("\(brief) does not fit into double")
    }
    return result
  }

  func bool() throws(Failure) -> Bool {
    switch self {
    case "true", "True", "TRUE", "t", "T", "1": return true
    case "false", "False", "FALSE", "f", "F", "0": return false
    default: throw .invalidArgument("\(brief) is no bool")
    }
  }
}
