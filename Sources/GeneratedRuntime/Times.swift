/// A point in time with nanosecond precision, in the years 1 to 9999.
package struct Timestamp: Sendable, Hashable, Comparable, Ordered, ExactlyEquatable {
  /// The number of seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// The nanoseconds after that second, from 0 to 999,999,999.
  package let nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Returns nil for a time outside the years 1 to 9999.
  package init?(checking seconds: Int64, nanoseconds: Int32) {
    guard Self.range.contains(seconds) else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// A span of time with nanosecond precision.
package struct Period: Sendable, Hashable, Comparable, Ordered, ExactlyEquatable {
  package var nanoseconds: Int64

  package static func < (left: Period, right: Period) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  package static func seconds(_ count: Int64) -> Period {
    Period(nanoseconds: count * 1_000_000_000)
  }
  package static func milliseconds(_ count: Int64) -> Period {
    Period(nanoseconds: count * 1_000_000)
  }
}

extension Period {
  package mutating func increment(by amount: Period) throws(Failure) {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(amount.nanoseconds)
    if overflow { throw Failure("overflow", "'increment' leaves the range of duration") }
    nanoseconds = sum
  }

  package mutating func decrement(by amount: Period) throws(Failure) {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(amount.nanoseconds)
    if overflow { throw Failure("overflow", "'decrement' leaves the range of duration") }
    nanoseconds = difference
  }
}

/// The parts of a time in UTC.
extension Timestamp {
  private var civil: CivilTime { civilTime() }

  package var year: Int64 { civil.year }
  package var monthFromZero: Int64 { civil.monthFromZero }
  package var dayOfYear: Int64 { civil.dayOfYear }
  package var dayFromZero: Int64 { civil.dayFromZero }
  package var day: Int64 { civil.day }
  package var dayOfWeek: Int64 { civil.dayOfWeek }
  package var hours: Int64 { civil.hours }
  package var minutes: Int64 { civil.minutes }
  package var secondsOfMinute: Int64 { civil.secondsOfMinute }
  package var milliseconds: Int64 { civil.milliseconds }
}

extension [Period] {
  package func sum() throws(Failure) -> Period {
    var sum = Period(nanoseconds: 0)
    for period in self { sum = try sum.adding(period) }
    return sum
  }
}

extension Int64 {
  /// The time a number of seconds after the start of 1970.
  package func timestamp() throws(Failure) -> Timestamp {
    guard let result = Timestamp(checking: self, nanoseconds: 0) else {
      throw .overflow("timestamp")
    }
    return result
  }
}

extension String {
  package func timestamp() throws(Failure) -> Timestamp {
    guard let result = Timestamp(self) else {
      throw .invalidArgument("\(brief) is no timestamp")
    }
    return result
  }

  package func period() throws(Failure) -> Period {
    guard let result = Period(self) else { throw .invalidArgument("\(brief) is no duration") }
    return result
  }
}
