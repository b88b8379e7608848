extension Timestamp {
  func advanced(by duration: Duration) throws(Failure) -> Timestamp {
    let nanoseconds = Int64(self.nanoseconds) + duration.nanoseconds % 1_000_000_000
    let carry = nanoseconds < 0 ? -1 : nanoseconds / 1_000_000_000
    let seconds = seconds + duration.nanoseconds / 1_000_000_000 + carry
    let rest = nanoseconds - carry * 1_000_000_000
    guard let result = Timestamp(seconds: seconds, nanoseconds: Int32(rest)) else {
      throw .overflow("timestamp")
    }
    return result
  }

  func duration(since other: Timestamp) throws(Failure) -> Duration {
    let (seconds, overflow) = (seconds - other.seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, carry) = seconds.addingReportingOverflow(
      Int64(nanoseconds) - Int64(other.nanoseconds))
    if overflow || carry { throw .overflow("duration") }
    return Duration(nanoseconds: sum)
  }
}

extension Duration {
  func negated() throws(Failure) -> Duration {
    if nanoseconds == .min { throw .overflow("duration") }
    return Duration(nanoseconds: -nanoseconds)
  }
}
