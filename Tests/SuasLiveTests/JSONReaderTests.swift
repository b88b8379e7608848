import CEL
import SuasProgram
import Testing

@testable import SuasLive

/// JSON as defined by RFC 8259.
@Suite struct JSONReaderTests {
  private static let sound: [(json: String, value: Value)] = [
    ("null", .null), (" true ", .bool(true)), ("false", .bool(false)),
    ("0", .int(0)), ("-12", .int(-12)), ("9223372036854775807", .int(.max)),
    ("1.0", .double(1)), ("1e3", .double(1000)), ("-0.5E-1", .double(-0.05)),
    (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u00e9\ud83d\ude00""#, .string("é😀")), (#""\ud83d!""#, .string("\u{FFFD}!")),
    ("[]", .list([])), ("[1, [2]]", .list([.int(1), .list([.int(2)])])),
    ("{}", .map(Map())), ("\u{FEFF}1", .int(1)),
  ]

  @Test("Valid JSON is read as its value", arguments: sound)
  func reading(json: String, value: Value) throws {
    #expect(try JSONReader.value(of: Array(json.utf8)) == value)
  }

  @Test("Keys keep their order, and of two equal ones the later counts")
  func keys() throws {
    let value = try JSONReader.value(of: Array(#"{"b": 1, "a": {"c": null}, "b": 2}"#.utf8))
    guard case .map(let map) = value else { return #expect(Bool(false)) }
    #expect(map.map(\.key) == [.string("b"), .string("a")])
    #expect(map[.string("b")] == .int(2))
  }

  @Test(
    "What is no JSON is refused with the byte where it stops being that",
    arguments: [
      "", " ", "tru", "nulll", "01", "-", "1.", "1e", "+1", ".5", "NaN", "'a'", "\"a",
      "\"\\x\"", "\"\\u12\"", "\"\u{1}\"", "[1,]", "[1 2]", "[", "{\"a\"}", "{a: 1}", "{\"a\": 1,}",
      "1 2", "// c\n1", "1e400", "-1e400", "9223372036854775808",
      "-9223372036854775809", "[99999999999999999999]", String(repeating: "9", count: 400),
      "\"\\u+123\"",
      "\"\\u 123\"", "\"\\u12",
    ])
  func refusing(json: String) {
    #expect(throws: JSONFailure.self) { try JSONReader.value(of: Array(json.utf8)) }
  }

  @Test("Bytes that are not UTF-8, and endless nesting, are refused")
  func hostile() {
    #expect(throws: JSONFailure.self) { try JSONReader.value(of: [0x22, 0xFF, 0x22]) }
    let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONFailure.self) { try JSONReader.value(of: brackets) }
  }

  @Test("Values that need too much memory are refused early, always at the same size")
  func size() throws {
    for (element, sound, excessive) in [
      ("1", 100_000, 1_400_000), ("[]", 20_000, 250_000), (#"{"a":1}"#, 20_000, 150_000),
      ("\"" + String(repeating: "x", count: 100) + "\"", 20_000, 230_000),
    ] {
      func array(_ count: Int) -> [UInt8] {
        Array(("[" + Array(repeating: element, count: count).joined(separator: ",") + "]").utf8)
      }
      guard case .list(let list) = try JSONReader.value(of: array(sound)) else {
        Issue.record("no list")
        continue
      }
      #expect(list.count == sound)
      let failure = #expect(throws: JSONFailure.self) {
        try JSONReader.value(of: array(excessive))
      }
      #expect(failure?.message == "it holds more values than are kept")
    }
    let keys = "{" + (0..<400_000).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(throws: JSONFailure.self) { try JSONReader.value(of: Array(keys.utf8)) }
  }
}
