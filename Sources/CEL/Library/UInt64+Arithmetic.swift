/// Arithmetic of unsigned numbers that reports overflows.
extension UInt64 {
  func adding(_ other: UInt64) throws(Failure) -> UInt64 {
    let (result, overflow) = addingReportingOverflow(other)
    if overflow { throw .overflow("uint") }
    return result
  }

  func subtracting(_ other: UInt64) throws(Failure) -> UInt64 {
    let (result, overflow) = subtractingReportingOverflow(other)
    if overflow { throw .overflow("uint") }
    return result
  }

  func multiplied(_ other: UInt64) throws(Failure) -> UInt64 {
    let (result, overflow) = multipliedReportingOverflow(by: other)
    if overflow { throw .overflow("uint") }
    return result
  }

  func divided(_ other: UInt64) throws(Failure) -> UInt64 {
    if other == 0 { throw .divisionByZero }
    return self / other
  }

  func remainder(_ other: UInt64) throws(Failure) -> UInt64 {
    if other == 0 { throw .divisionByZero }
    return self % other
  }
}
