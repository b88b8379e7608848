extension Timestamp {
  func adding(_ period: Period) throws(Failure) -> Timestamp {
    let nanoseconds = Int64(self.nanoseconds) + period.nanoseconds % 1_000_000_000
    let carry = nanoseconds < 0 ? -1 : nanoseconds / 1_000_000_000
    let seconds = seconds + period.nanoseconds / 1_000_000_000 + carry
    let rest = nanoseconds - carry * 1_000_000_000
    guard let result = Timestamp(checking: seconds, nanoseconds: Int32(rest)) else {
      throw .overflow("timestamp")
    }
    return result
  }

  func subtracting(_ period: Period) throws(Failure) -> Timestamp {
    if period.nanoseconds == .min { throw .overflow("duration") }
    return try adding(Period(nanoseconds: -period.nanoseconds))
  }

  /// The time later by a period; the first or last one that there is if the sum is none.
  package func advanced(clampedBy period: Period) -> Timestamp {
    if let time = try? adding(period) { return time }
    let seconds = period.nanoseconds < 0 ? Self.range.lowerBound : Self.range.upperBound
    return Timestamp(checking: seconds, nanoseconds: 0) ?? self
  }

  func since(_ other: Timestamp) throws(Failure) -> Period {
    let (seconds, overflow) = (seconds - other.seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, carry) = seconds.addingReportingOverflow(
      Int64(nanoseconds) - Int64(other.nanoseconds))
    if overflow || carry { throw .overflow("duration") }
    return Period(nanoseconds: sum)
  }
}

extension Period {
  func adding(_ other: Period) throws(Failure) -> Period {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
    if overflow { throw .overflow("duration") }
    return Period(nanoseconds: sum)
  }

  func subtracting(_ other: Period) throws(Failure) -> Period {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    if overflow { throw .overflow("duration") }
    return Period(nanoseconds: difference)
  }

  var hours: Int64 { nanoseconds / 3_600_000_000_000 }
  var minutes: Int64 { nanoseconds / 60_000_000_000 }
  var seconds: Int64 { nanoseconds / 1_000_000_000 }
  var milliseconds: Int64 { nanoseconds / 1_000_000 % 1000 }
}
