import Testing

@testable import GeneratedRuntime

@Suite("JSON of generated programs")
struct JSONTests {
  @Test(arguments: [
    (#" {"a": [1, -2.5, true, null, "x"], "b": {}} "#, #"{"a":[1,-2.5,true,null,"x"],"b":{}}"#),
    (#"{"b":1,"a":2,"b":3}"#, #"{"b":3,"a":2}"#),
    (#""\u00e9\ud83d\ude00\n\u2028""#, #""é😀\n\u2028""#),
    (#""\ud83d \ude00""#, "\"\u{FFFD} \u{FFFD}\""),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808.0", "9.223372036854776e+18"), ("1e3", "1000.0"),
  ])
  func `What is read is written again`(text: String, written: String) {
    #expect(JSONValue(text: text)?.text == written)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "1 2", "\"", "nul", String(repeating: "[", count: 100_000),
    "9223372036854775808", "[-9223372036854775809]", "1e999", "01", "-", "1.", "+1", ".5",
    "1e", "\"\t\"", "\"\\x\"", "\"\\u+12a\"", "0x10", "1_000", "NaN",
  ])
  func `What is no JSON is refused, and so are numbers beyond their types`(text: String) {
    #expect(JSONValue(text: text) == nil)
  }

  @Test func `A request may hold a state, which is nested deeper than an answer may be`() {
    let state = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(JSONValue(requestText: #"{"prepare":{"state":{"S":\#(state)}}}"#) != nil)
    #expect(JSONValue(text: state) == nil)
    #expect(JSONValue(requestText: String(repeating: "[", count: 100_000)) == nil)
  }

  @Test(
    arguments: [
      (.double(.nan), #""NaN""#), (.double(-.infinity), #""-Infinity""#),
      (.timestamp(Timestamp(seconds: 0)), #""1970-01-01T00:00:00Z""#),
      (.duration(.seconds(2)), #""2s""#),
      (.object([.int(1): .bool(true)]), #"{"1":true}"#),
    ] as [(JSONValue, String)])
  func `Values that JSON has no form for are written as texts`(value: JSONValue, text: String) {
    #expect(value.text == text)
  }

  @Test func `A whole number is read as a double, and a double as no int`() throws {
    #expect(try Double(json: .int(3)) == 3)
    #expect(throws: Failure.self) { try Int64(json: .double(3.5)) }
    #expect(throws: Failure.self) { try [Int64](json: .array([.string("1")])) }
  }
}
