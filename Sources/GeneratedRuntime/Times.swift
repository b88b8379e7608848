/// A point in time with nanosecond precision, in the years 1 to 9999.
struct Timestamp: Sendable, Hashable, Comparable, Ordered, ExactlyEquatable {
  /// The number of seconds since 1970-01-01T00:00:00Z.
  let seconds: Int64
  /// The nanoseconds after that second, from 0 to 999,999,999.
  let nanoseconds: Int32

  init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Returns nil for a time outside the years 1 to 9999.
  init?(checking seconds: Int64, nanoseconds: Int32) {
    guard Self.range.contains(seconds) else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// A span of time with nanosecond precision.
struct Period: Sendable, Hashable, Comparable, Ordered, ExactlyEquatable {
  var nanoseconds: Int64

  static func < (left: Period, right: Period) -> Bool { left.nanoseconds < right.nanoseconds }

  static func seconds(_ count: Int64) -> Period { Period(nanoseconds: count * 1_000_000_000) }
  static func milliseconds(_ count: Int64) -> Period { Period(nanoseconds: count * 1_000_000) }
}

extension Period {
  mutating func increment(by amount: Period) throws(Failure) {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(amount.nanoseconds)
    if overflow { throw Failure("overflow", "'increment' leaves the range of duration") }
    nanoseconds = sum
  }

  mutating func decrement(by amount: Period) throws(Failure) {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(amount.nanoseconds)
    if overflow { throw Failure("overflow", "'decrement' leaves the range of duration") }
    nanoseconds = difference
  }
}

/// The parts of a time in UTC.
extension Timestamp {
  private var civil: CivilTime { civilTime() }

  var year: Int64 { civil.year }
  var monthFromZero: Int64 { civil.monthFromZero }
  var dayOfYear: Int64 { civil.dayOfYear }
  var dayFromZero: Int64 { civil.dayFromZero }
  var day: Int64 { civil.day }
  var dayOfWeek: Int64 { civil.dayOfWeek }
  var hours: Int64 { civil.hours }
  var minutes: Int64 { civil.minutes }
  var secondsOfMinute: Int64 { civil.secondsOfMinute }
  var milliseconds: Int64 { civil.milliseconds }
}

extension [Period] {
  func sum() throws(Failure) -> Period {
    var sum = Period(nanoseconds: 0)
    for period in self { sum = try sum.adding(period) }
    return sum
  }
}

extension Int64 {
  /// The time so many seconds after the start of 1970.
  func timestamp() throws(Failure) -> Timestamp {
    guard let result = Timestamp(checking: self, nanoseconds: 0) else {
      throw .overflow("timestamp")
    }
    return result
  }
}

extension String {
  func timestamp() throws(Failure) -> Timestamp {
    guard let result = Timestamp(self) else {
      throw .invalidArgument("\(brief) is no timestamp")
    }
    return result
  }

  func period() throws(Failure) -> Period {
    guard let result = Period(self) else { throw .invalidArgument("\(brief) is no duration") }
    return result
  }
}
