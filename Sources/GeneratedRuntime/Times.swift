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

extension Timestamp: CustomStringConvertible {
  /// Parses a timestamp in the format of RFC 3339: `2009-02-13T23:31:30.5+01:00`; nil for any other
  /// text, and outside the years 1 to 9999.
  init?(_ text: String) {
    var scan = Scan(text)
    guard let year = scan.digits(4), scan.accept("-"), let month = scan.digits(2),
      scan.accept("-"), let day = scan.digits(2), scan.accept("T"),
      let hour = scan.digits(2), scan.accept(":"), let minute = scan.digits(2),
      scan.accept(":"), let second = scan.digits(2), 1...12 ~= month,
      day >= 1, day <= CivilTime.daysInMonth(month, of: year), hour < 24, minute < 60, second < 60
    else { return nil }
    var nanoseconds: Int64 = 0
    if scan.accept(".") {
      guard let fraction = scan.fraction() else { return nil }
      nanoseconds = fraction
    }
    var offset: Int64 = 0
    if !scan.accept("Z") {
      let isNegative = scan.accept("-")
      guard isNegative || scan.accept("+"), let hours = scan.digits(2), scan.accept(":"),
        let minutes = scan.digits(2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (isNegative ? -60 : 60)
    }
    guard scan.isAtEnd else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    self.init(
      checking: days * 86400 + hour * 3600 + minute * 60 + second - offset,
      nanoseconds: Int32(nanoseconds))
  }

  /// The timestamp in the format of RFC 3339, in UTC with `Z` and as many decimals as needed.
  var description: String {
    let time = CivilTime(self, offset: 0)
    let date = "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
    let clock = [time.secondOfDay / 3600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
      .map { $0.padded(2) }.joined(separator: ":")
    return "\(date)T\(clock)\(Int64(nanoseconds).decimals)Z"
  }
}

extension Period: CustomStringConvertible {
  /// Parses a duration such as `1h30m`, `-1.5s`, `300ms`; nil for any other text, and if it does
  /// not fit into 64 bits of nanoseconds.
  init?(_ text: String) {
    var scan = Scan(text)
    let isNegative = scan.accept("-")
    if !isNegative { _ = scan.accept("+") }
    if text.hasSuffix("0"), scan.accept("0"), scan.isAtEnd {
      self.init(nanoseconds: 0)
      return
    }
    guard !scan.isAtEnd else { return nil }
    // The magnitude of the smallest number is one more than that of the largest.
    var total: UInt64 = 0
    while !scan.isAtEnd {
      guard let part = Self.part(&scan) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(part)
      if overflow || sum > 1 << 63 { return nil }
      total = sum
    }
    if isNegative {
      self.init(nanoseconds: Int64(truncatingIfNeeded: 0 &- total))
    } else {
      guard let nanoseconds = Int64(exactly: total) else { return nil }
      self.init(nanoseconds: nanoseconds)
    }
  }

  /// Reads a number with its unit; returns nanoseconds.
  private static func part(_ scan: inout Scan) -> UInt64? {
    var whole: UInt64 = 0
    var fraction: [UInt8] = []
    var hasDigits = false
    while let digit = scan.digits(1) {
      hasDigits = true
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return nil }
      whole = sum
    }
    if scan.accept(".") {
      while let digit = scan.digits(1) {
        hasDigits = true
        if fraction.count < 18 { fraction.append(UInt8(digit)) }
      }
    }
    guard hasDigits, let unit = unit(&scan) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    if overflow { return nil }
    var rest: UInt64 = 0
    var scale: UInt64 = 1
    for digit in fraction {
      rest = rest * 10 + UInt64(digit)
      scale *= 10
    }
    let (high, low) = rest.multipliedFullWidth(by: unit)
    let (quotient, _) = scale.dividingFullWidth((high, low))
    let (sum, carry) = product.addingReportingOverflow(quotient)
    return carry ? nil : sum
  }

  private static func unit(_ scan: inout Scan) -> UInt64? {
    if scan.accept("h") { return 3_600_000_000_000 }
    if scan.accept("m") { return scan.accept("s") ? 1_000_000 : 60_000_000_000 }
    if scan.accept("s") { return 1_000_000_000 }
    if scan.accept("u") { return scan.accept("s") ? 1000 : nil }
    if scan.accept("n") { return scan.accept("s") ? 1 : nil }
    // The micro sign and the Greek letter, in UTF-8.
    if scan.accept("\u{c2}") { return scan.accept("\u{b5}") && scan.accept("s") ? 1000 : nil }
    if scan.accept("\u{ce}") { return scan.accept("\u{bc}") && scan.accept("s") ? 1000 : nil }
    return nil
  }

  /// The duration in seconds, with as many decimals as needed: `90s`, `0.3s`.
  var description: String {
    let whole = nanoseconds.magnitude / 1_000_000_000
    let rest = Int64(nanoseconds.magnitude % 1_000_000_000)
    return "\(nanoseconds < 0 ? "-" : "")\(whole)\(rest.decimals)s"
  }
}

/// The parts of a time in UTC.
extension Timestamp {
  private var civil: CivilTime { CivilTime(self, offset: 0) }

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

extension Period {
  var hours: Int64 { nanoseconds / 3_600_000_000_000 }
  var minutes: Int64 { nanoseconds / 60_000_000_000 }
  var seconds: Int64 { nanoseconds / 1_000_000_000 }
  var milliseconds: Int64 { nanoseconds / 1_000_000 % 1000 }
}

/// A point in time as a calendar date and a time of day (proleptic Gregorian calendar).
struct CivilTime {
  var year: Int64
  /// From 1.
  var month: Int64
  /// From 1.
  var day: Int64
  var secondOfDay: Int64
  var nanoseconds: Int32
  /// The number of days from 1970-01-01 to the date.
  var days: Int64

  /// - Parameter offset: The number of seconds by which the clock is ahead of UTC.
  init(_ timestamp: Timestamp, offset: Int64) {
    self.init(seconds: timestamp.seconds + offset, nanoseconds: timestamp.nanoseconds)
  }

  /// - Parameter seconds: The number of seconds from 1970-01-01T00:00:00 on the same clock.
  init(seconds: Int64, nanoseconds: Int32) {
    self.nanoseconds = nanoseconds
    days = seconds.floorDivided(by: 86400)
    secondOfDay = seconds - days * 86400
    // Years begin in March here, so that the leap day is a year's last; 400 years are an era.
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var monthFromZero: Int64 { month - 1 }
  var dayFromZero: Int64 { day - 1 }
  var hours: Int64 { secondOfDay / 3600 }
  var minutes: Int64 { secondOfDay / 60 % 60 }
  var secondsOfMinute: Int64 { secondOfDay % 60 }
  var milliseconds: Int64 { Int64(nanoseconds) / 1_000_000 }

  /// The day of the year, from 0.
  var dayOfYear: Int64 { days - Self.days(year: year, month: 1, day: 1) }

  /// The day of the week, from 0, which is Sunday.
  var dayOfWeek: Int64 { (days + 4) - (days + 4).floorDivided(by: 7) * 7 }

  /// Returns the number of days from 1970-01-01 to a date.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

/// A scanner for a short text of digits and signs.
struct Scan {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  var next: UInt8? { rest.first }

  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let next = rest.first, UInt32(next) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads exactly `count` digits.
  mutating func digits(_ count: Int) -> Int64? {
    var result: Int64 = 0
    for _ in 0..<count {
      guard let digit = rest.first, digit.isDigit else { return nil }
      result = result * 10 + Int64(digit - UInt8(ascii: "0"))
      rest.removeFirst()
    }
    return result
  }

  /// Reads one or more digits as the decimals of a second and returns nanoseconds; digits after the
  /// ninth are dropped.
  mutating func fraction() -> Int64? {
    var result: Int64 = 0
    var unit: Int64 = 100_000_000
    guard let first = rest.first, first.isDigit else { return nil }
    while let digit = rest.first, digit.isDigit {
      result += unit * Int64(digit - UInt8(ascii: "0"))
      unit /= 10
      rest.removeFirst()
    }
    return result
  }
}

extension Int64 {
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }

  /// The nanoseconds as the decimals of a second, with the point; empty if they are 0.
  var decimals: String {
    guard self > 0 else { return "" }
    var digits = padded(9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return ".\(digits)"
  }
}

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

  func since(_ other: Timestamp) throws(Failure) -> Period {
    let (seconds, overflow) = (seconds - other.seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, carry) = seconds.addingReportingOverflow(
      Int64(nanoseconds) - Int64(other.nanoseconds))
    if overflow || carry { throw .overflow("duration") }
    return Period(nanoseconds: sum)
  }
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

extension Timestamp {
  /// The time after a period, or the last time that there is.
  func advanced(clampedBy period: Period) -> Timestamp {
    if let time = try? adding(period) { return time }
    return period.nanoseconds < 0
      ? Timestamp(seconds: -62_135_596_800)
      : Timestamp(seconds: 253_402_300_799)
  }
}
