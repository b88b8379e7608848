extension Timestamp: CustomStringConvertible {
  /// Parses a timestamp in the format of RFC 3339: `2009-02-13T23:31:30.5+01:00`; nil for any other
  /// text, and outside the years 1 to 9999.
  public init?(_ text: String) {
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
  public var description: String {
    let time = civilTime()
    let date = "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
    let clock = [time.secondOfDay / 3600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
      .map { $0.padded(2) }.joined(separator: ":")
    return "\(date)T\(clock)\(Int64(nanoseconds).decimals)Z"
  }
}

extension Period: CustomStringConvertible {
  /// Parses a duration such as `1h30m`, `-1.5s`, `300ms`; nil for any other text, and if it does
  /// not fit into 64 bits of nanoseconds.
  public init?(_ text: String) {
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
  public var description: String {
    let whole = nanoseconds.magnitude / 1_000_000_000
    let rest = Int64(nanoseconds.magnitude % 1_000_000_000)
    return "\(nanoseconds < 0 ? "-" : "")\(whole)\(rest.decimals)s"
  }
}
