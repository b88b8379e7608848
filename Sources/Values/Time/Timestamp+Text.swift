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
      seconds: days * 86400 + hour * 3600 + minute * 60 + second - offset,
      nanoseconds: Int32(nanoseconds))
  }

  /// The timestamp in the format of RFC 3339, in UTC with `Z` and as many decimals as needed.
  public var description: String {
    let time = CivilTime(self, offset: 0)
    let date = "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
    let clock = [time.secondOfDay / 3600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
      .map { $0.padded(2) }.joined(separator: ":")
    return "\(date)T\(clock)\(Int64(nanoseconds).decimals)Z"
  }
}
