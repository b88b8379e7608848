extension Timestamp: CustomStringConvertible {
  /// Reads a moment as RFC 3339 says: `2009-02-13T23:31:30.5+01:00`; nil for anything else, and
  /// outside the years 1 to 9999.
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

  /// The moment as RFC 3339 says, in UTC with `Z`, as many decimals as are needed.
  public var description: String {
    let time = CivilTime(self, offset: 0)
    let date = "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
    let clock = [time.secondOfDay / 3600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
      .map { $0.padded(2) }.joined(separator: ":")
    return "\(date)T\(clock)\(Int64(nanoseconds).decimals)Z"
  }
}

/// Goes over a short text of digits and signs.
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

  /// Exactly so many digits.
  mutating func digits(_ count: Int) -> Int64? {
    var result: Int64 = 0
    for _ in 0..<count {
      guard let digit = rest.first, digit.isDigit else { return nil }
      result = result * 10 + Int64(digit.digit)
      rest.removeFirst()
    }
    return result
  }

  /// One digit or more as the decimals of a second, in nanoseconds; what is smaller is dropped.
  mutating func fraction() -> Int64? {
    var result: Int64 = 0
    var unit: Int64 = 100_000_000
    guard let first = rest.first, first.isDigit else { return nil }
    while let digit = rest.first, digit.isDigit {
      result += unit * Int64(digit.digit)
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

  /// Nanoseconds as the decimals of a second, point included; nothing where there are none.
  var decimals: String {
    guard self > 0 else { return "" }
    var digits = padded(9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return ".\(digits)"
  }
}
