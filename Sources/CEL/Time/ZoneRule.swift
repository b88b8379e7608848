/// The rule for the yearly changes of a zone's clocks (POSIX, "Environment Variables": TZ), such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable {
  private var standard: Int64
  private var saving: (offset: Int64, start: Day, end: Day)?

  /// A day of the year and the time of day.
  private struct Day: Sendable {
    enum Kind: Sendable {
      case month(Int64, week: Int64, day: Int64)
      case dayOfYear(Int64)
      /// A day counted from 1, which never counts the leap day.
      case julian(Int64)
    }

    var kind: Kind
    var time: Int64

    /// Returns the seconds from 1970 to that time, on a clock that is never changed.
    func seconds(in year: Int64) -> Int64 {
      let days: Int64
      switch kind {
      case .month(let month, let week, let day):
        let first = CivilTime.days(year: year, month: month, day: 1)
        let weekday = (first + 4) - (first + 4).floorDivided(by: 7) * 7
        var date = 1 + (day - weekday + 7) % 7 + (week - 1) * 7
        if date > CivilTime.daysInMonth(month, of: year) { date -= 7 }
        days = first + date - 1
      case .dayOfYear(let day): days = CivilTime.days(year: year, month: 1, day: 1) + day
      case .julian(let day):
        let leap: Int64 = CivilTime.isLeap(year) && day >= 60 ? 1 : 0
        days = CivilTime.days(year: year, month: 1, day: 1) + day - 1 + leap
      }
      return days * 86400 + time
    }
  }

  init?(_ text: String) {
    var scan = Scan(text)
    guard Self.name(&scan), let west = Self.time(&scan) else { return nil }
    standard = -west
    guard !scan.isAtEnd else { return }
    guard Self.name(&scan) else { return nil }
    var offset = standard + 3600
    if let next = scan.next, next != UInt8(ascii: ",") {
      guard let west = Self.time(&scan) else { return nil }
      offset = -west
    }
    guard scan.accept(","), let start = Self.day(&scan), scan.accept(","),
      let end = Self.day(&scan), scan.isAtEnd
    else { return nil }
    saving = (offset, start, end)
  }

  func offset(at seconds: Int64) -> Int64 {
    guard let saving else { return standard }
    let known = min(max(seconds, Timestamp.range.lowerBound), Timestamp.range.upperBound)
    let year = CivilTime(seconds: known + standard, nanoseconds: 0).year
    let start = saving.start.seconds(in: year) - standard
    let end = saving.end.seconds(in: year) - saving.offset
    let isSaving =
      start < end
      ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
    return isSaving ? saving.offset : standard
  }

  private static func name(_ scan: inout Scan) -> Bool {
    if scan.accept("<") {
      while let next = scan.next, next != UInt8(ascii: ">") {
        _ = scan.accept(Unicode.Scalar(next))
      }
      return scan.accept(">")
    }
    var count = 0
    while let next = scan.next, next.isWord, !next.isDigit {
      _ = scan.accept(Unicode.Scalar(next))
      count += 1
    }
    return count >= 3
  }

  private static func number(_ scan: inout Scan) -> Int64? {
    var result: Int64?
    while let digit = scan.digits(1), result ?? 0 < 1_000_000 {
      result = (result ?? 0) * 10 + digit
    }
    return result
  }

  /// Reads `[+-]hh[:mm[:ss]]`; returns seconds.
  private static func time(_ scan: inout Scan) -> Int64? {
    let isNegative = scan.accept("-")
    if !isNegative { _ = scan.accept("+") }
    guard var total = number(&scan).map({ $0 * 3600 }) else { return nil }
    for unit in [Int64(60), 1] where scan.accept(":") {
      guard let part = number(&scan) else { return nil }
      total += part * unit
    }
    return isNegative ? -total : total
  }

  private static func day(_ scan: inout Scan) -> Day? {
    let kind: Day.Kind
    if scan.accept("M") {
      guard let month = number(&scan), scan.accept("."), let week = number(&scan),
        scan.accept("."), let day = number(&scan), 1...12 ~= month, 1...5 ~= week, 0...6 ~= day
      else { return nil }
      kind = .month(month, week: week, day: day)
    } else if scan.accept("J") {
      guard let day = number(&scan) else { return nil }
      kind = .julian(day)
    } else {
      guard let day = number(&scan) else { return nil }
      kind = .dayOfYear(day)
    }
    var time: Int64 = 7200
    if scan.accept("/") {
      guard let given = self.time(&scan) else { return nil }
      time = given
    }
    return Day(kind: kind, time: time)
  }
}
