/// Arithmetic that reports overflows.
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
}
