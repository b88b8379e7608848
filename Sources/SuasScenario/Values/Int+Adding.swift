extension Int {
  /// Returns the sum; the greatest int if it is beyond the range, since a file may hold any number.
  package func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
