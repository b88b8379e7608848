import Testing

@testable import GeneratedRuntime

@Suite("Numbers, texts and times of generated programs")
struct ScalarTests {
  @Test func `A result that does not fit is refused`() {
    let failures = [
      failure { () throws(Failure) in try Int64.max.adding(1) },
      failure { () throws(Failure) in try Int64.min.negated() },
      failure { () throws(Failure) in try Int64.min.divided(-1) },
      failure { () throws(Failure) in try Int64.min.remainder(-1) },
      failure { () throws(Failure) in try Int64.min.absolute() },
      failure { () throws(Failure) in try 0x1p63.whole() },
      failure { () throws(Failure) in try UInt64.max.int() },
      failure { () throws(Failure) in try [Int64.max, 1].sum() },
    ]
    #expect(failures.map { $0?.code } == failures.map { _ in "overflow" })
  }

  @Test(
    arguments: [
      ("12", 12), ("-3", -3), ("1.5", nil), ("", nil), ("9223372036854775808", nil),
    ] as [(String, Int64?)])
  func `A text is read as an int`(text: String, int: Int64?) {
    #expect((try? text.int()) == int)
  }

  @Test func `Indices of texts count code points`() throws {
    #expect("a😀b".size == 3)
    #expect("a😀b".position("b") == 2)
    #expect("abab".lastPosition("ab") == 2)
    #expect(try "abab".position("ab", 1) == 2)
    #expect(try "abab".lastPosition("ab", 1) == 0)
    #expect("abc".lastPosition("") == 3)
    #expect("abc".position("abcd") == -1)
    #expect(try "a😀b".part(1, 2) == "😀")
    #expect(failure { () throws(Failure) in try "a".part(2) }?.code == "index-out-of-range")
  }

  @Test func `Parts of texts are replaced and split`() {
    #expect("aXbXc".replacingText("X", "--") == "a--b--c")
    #expect("aXbXc".replacingText("X", "", 1) == "abXc")
    #expect("ab".replacingText("", "-") == "-a-b-")
    #expect("a,b,c".parts(",", 2) == ["a", "b,c"])
    #expect("😀b".parts("") == ["😀", "b"])
  }

  @Test func `Texts match regular expressions`() throws {
    #expect(try "a12b3".allMatches("[0-9]+") == ["12", "3"])
    #expect(try "a12b3".firstMatch("([0-9])b") == "2")
    #expect(try "a12b3".replacingMatches("([a-z])([0-9])", #"\2\1"#, 1) == "1a2b3")
    #expect(failure { () throws(Failure) in try "a".matches("(") }?.code == "invalid-argument")
  }

  @Test func `A format is filled with values`() throws {
    let values: [JSONValue] = [
      .string("a"), .int(-5), .double(0.125), .int(255), .bytes([1, 171]),
    ]
    #expect(try "%s %d %.2f %X %x 100%%".filled(values) == "a -5 0.12 FF 01ab 100%")
    #expect(
      failure { () throws(Failure) in try "%d".filled([.bool(true)]) }?.message
        == "'%d' takes no bool")
    #expect(
      failure { () throws(Failure) in try "%q".filled([.null]) }?.message
        == "there is no clause '%q' of a format")
    #expect(failure { () throws(Failure) in try "%s".filled([]) }?.code == "index-out-of-range")
  }

  @Test func `Bytes are written in base 64 and read`() throws {
    #expect([1, 171, 255, 0].base64Text == "Aav/AA==")
    #expect(try "Aav/AA".base64Bytes() == [1, 171, 255, 0])
    #expect(failure { () throws(Failure) in try "A".base64Bytes() }?.code == "invalid-argument")
  }

  @Test func `Times are read, written and moved`() throws {
    let time = try "2024-02-29T23:59:59.5+01:30".timestamp()
    #expect(time.description == "2024-02-29T22:29:59.5Z")
    #expect(try time.adding("1h30m0.5s".period()).description == "2024-03-01T00:00:00Z")
    #expect(try time.since(time.subtracting(.seconds(90))) == .seconds(90))
    #expect(
      [time.year, time.monthFromZero, time.day, time.dayOfYear, time.dayOfWeek] == [
        2024, 1, 29, 59, 4,
      ])
    #expect(try time.civilTime(in: "Asia/Kathmandu").hours == 4)
    #expect(
      failure { () throws(Failure) in try Timestamp(seconds: 253_402_300_799).adding(.seconds(1)) }?
        .code == "overflow")
    #expect(time.advanced(clampedBy: Period(nanoseconds: .max)).year == 2316)
  }

  @Test(arguments: [
    ("192.168.0.0/16", "192.168.3.4", true), ("192.168.0.0/16", "192.169.0.0", false),
    ("fe80::/10", "fe80::1", true),
  ])
  func `A network contains the addresses with its prefix`(
    network: String, address: String, holds: Bool
  ) throws {
    #expect(try CIDR(parsing: network).contains(IPAddress(parsing: address)) == holds)
  }
}
