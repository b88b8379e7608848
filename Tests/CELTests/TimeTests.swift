import Testing

@testable import CEL

@Suite struct TimeTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
      ("2024-02-29T23:59:59.123456789Z", "2024-02-29T23:59:59.123456789Z"),
      ("2024-02-29T23:59:59.5+01:30", "2024-02-29T22:29:59.5Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
      ("2023-02-29T00:00:00Z", nil), ("2024-01-01", nil), ("2024-01-01T24:00:00Z", nil),
      ("2024-01-01T00:00:00", nil), ("0001-01-01T00:00:00+01:00", nil), ("x", nil),
      ("2024-13-01T00:00:00Z", nil), ("2024-01-01T00:00:00Zx", nil),
    ] as [(String, String?)])
  func momentsAreReadAndWritten(text: String, expected: String?) {
    #expect(Timestamp(text)?.description == expected)
  }

  @Test(
    arguments: [
      ("1h30m", "5400s"), ("300ms", "0.3s"), ("1.5s", "1.5s"), ("-1.5h", "-5400s"), ("0", "0s"),
      ("1us2ns", "0.000001002s"), ("1µs", "0.000001s"), ("-0.000000001s", "-0.000000001s"),
      ("9223372036.854775807s", "9223372036.854775807s"),
      ("-9223372036.854775808s", "-9223372036.854775808s"), ("9223372036.854775808s", nil),
      ("1", nil), ("s", nil), ("", nil), ("1x", nil), ("--1s", nil), ("1.s", "1s"), (".5s", "0.5s"),
      ("99999999999999999999h", nil),
    ] as [(String, String?)])
  func spansAreReadAndWritten(text: String, expected: String?) {
    #expect(Duration(text)?.description == expected)
  }

  @Test(arguments: [
    // New York: the spring change is at 07:00 UTC, the autumn change at 06:00 UTC.
    ("2024-03-10T06:59:59Z", "America/New_York", -18000),
    ("2024-03-10T07:00:00Z", "America/New_York", -14400),
    ("2024-11-03T05:59:59Z", "America/New_York", -14400),
    ("2024-11-03T06:00:00Z", "America/New_York", -18000),
    // After the file's transitions, the rule at its end applies.
    ("2500-07-01T00:00:00Z", "Europe/Berlin", 7200),
    ("2500-01-01T00:00:00Z", "Europe/Berlin", 3600),
    ("2500-01-01T00:00:00Z", "Australia/Sydney", 39600),
    ("2024-01-01T00:00:00Z", "Asia/Kathmandu", 20700),
    ("2024-01-01T00:00:00Z", "+02:30", 9000), ("2024-01-01T00:00:00Z", "-02:30", -9000),
    ("2024-01-01T00:00:00Z", "05:00", 18000), ("2024-01-01T00:00:00Z", "UTC", 0),
  ])
  func zonesAreKnown(moment: String, zone: String, offset: Int64) throws {
    let seconds = try #require(Timestamp(moment)).seconds
    #expect(try ZoneDatabase.offset(of: zone, at: seconds) == offset)
  }

  @Test(arguments: [
    "Nowhere/City", "../../etc/passwd", "/etc/passwd", "", "+25:00", "posixrules\0",
  ])
  func whatIsNoZoneIsRefused(zone: String) {
    #expect(throws: Failure.self) { try ZoneDatabase.offset(of: zone, at: 0) }
  }

  @Test func everyDayOfFourCenturiesHasItsDate() {
    var (year, month, day): (Int64, Int64, Int64) = (1900, 1, 1)
    for days in CivilTime.days(
      year: 1900, month: 1, day: 1)..<CivilTime.days(
        year: 2300, month: 1, day: 1)
    {
      guard let moment = Timestamp(seconds: days * 86400) else { continue }
      let time = moment.civilTime()
      guard (time.year, time.month, time.day) == (year, month, day) else {
        Issue.record("\(year)-\(month)-\(day)")
        return
      }
      day += 1
      if day > CivilTime.daysInMonth(month, of: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }
}
