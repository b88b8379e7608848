import Foundation

/// Answers with bodies of JSON and of text.
extension LiveAnswer {
  private static func json(
    _ name: String, _ body: @escaping @Sendable () -> String, shows: String = "''",
    outcome: String
  ) -> LiveAnswer {
    .body(
      name, type: "application/json", { Array(body().utf8) }, shows: shows, outcome: outcome)
  }

  private static func noJSON(_ what: String) -> String {
    "no-answer: the body is no JSON: \(what)"
  }

  private static func repeated(
    _ text: String, _ count: Int, in open: String = "[", _ close: String = "]"
  ) -> String {
    open + Array(repeating: text, count: count).joined(separator: ",") + close
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static let mebibytes = 8 << 20

  private static let tooMany = noJSON("it holds more values than are kept")

  static let json: [LiveAnswer] = [
    json(
      "a million [", { String(repeating: "[", count: 1_000_000) },
      outcome: noJSON("it is nested too deep at byte 128")),
    json(
      "a million {\"a\":", { String(repeating: "{\"a\":", count: 1_000_000) },
      outcome: noJSON("it is nested too deep at byte 640")),
    json("127 levels", { nested(127) }, outcome: "response 200 "),
    json("128 levels", { nested(128) }, outcome: "response 200 "),
    json("129 levels", { nested(129) }, outcome: noJSON("it is nested too deep at byte 128")),
    json("4,000,000 numbers", { repeated("1", 4_000_000) }, outcome: tooMany),
    json(
      "100,000 numbers", { repeated("1", 100_000) }, shows: "size(response.body)",
      outcome: "response 200 100000"),
    json(
      "2,700,000 empty lists", { repeated("[]", 2_700_000) }, outcome: tooMany),
    json("2,700,000 empty objects", { repeated("{}", 2_700_000) }, outcome: tooMany),
    json("1,000,000 objects", { repeated(#"{"a":1}"#, 1_000_000) }, outcome: tooMany),
    json("100,000 texts", { repeated(#""0123456789abcdef""#, 100_000) }, outcome: "response 200 "),
    // The largest body that is kept.
    json(
      "130,000 objects in 8 MB of blanks",
      { repeated(#"{"a":1}"#, 130_000) + String(repeating: " ", count: 7 << 20) },
      outcome: "response 200 "),
    json(
      "600,000 keys",
      { "{" + (0..<600_000).map { "\"\($0)\":1" }.joined(separator: ",") + "}" }, outcome: tooMany),
    json(
      "20,000 keys",
      { "{" + (0..<20_000).map { "\"\($0)\":1" }.joined(separator: ",") + "}" },
      shows: "size(response.body)", outcome: "response 200 20000"),
    json(
      "a number of 7 MB", { String(repeating: "7", count: 7_000_000) },
      outcome: noJSON("a number has too many digits at byte 7000000")),
    json(
      "1e999999999999", { "1e999999999999" },
      outcome: noJSON("a number is beyond the range of a double at byte 14")),
    json(
      "-1e999", { "-1e999" }, outcome: noJSON("a number is beyond the range of a double at byte 6")),
    json(
      "1e-999999999999", { "1e-999999999999" }, shows: "response.body", outcome: "response 200 0"),
    json(
      "a lone surrogate", { #""\ud83d""# }, shows: "response.body",
      outcome: "response 200 \u{FFFD}"),
    json(
      "swapped surrogates", { #""\ude00\ud83d""# }, shows: "response.body",
      outcome: "response 200 \u{FFFD}\u{FFFD}"),
    json(#"\u+123"#, { #""\u+123""# }, outcome: noJSON("an escape is cut short at byte 3")),
    json(#"\u 123"#, { #""\u 123""# }, outcome: noJSON("an escape is cut short at byte 3")),
    .body(
      "UTF-16 with its charset", type: "application/json; charset=utf-16",
      { Array("{}".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) },
      outcome: noJSON("a value is missing at byte 0")),
    .body(
      "UTF-8 that is none", type: "application/json", { [0x22, 0xC3, 0x28, 0x22] },
      outcome: noJSON("a text is not UTF-8 at byte 4")),
    json(
      "a key thrice, once by escapes", { #"{"a":1,"\u0061":2,"a":3}"# },
      shows: "size(response.body) + response.body.a * 10", outcome: "response 200 31"),
    json(
      "keys that are equal by normalization only", { "{\"\u{E9}\":1,\"e\u{301}\":2}" },
      shows: "size(response.body)", outcome: "response 200 2"),
    json(
      "a control character in a text", { "\"a\u{1}b\"" },
      outcome: noJSON("a control character stands in a text at byte 3")),
    json(
      "direction marks and escaped control characters", { "\"\u{202E}\\u0000\\u001b[2J\"" },
      shows: "size(response.body)", outcome: "response 200 6"),
    json("nothing", { "" }, shows: "response.body", outcome: "response 200 "),
    json("two values", { "1 2" }, outcome: noJSON("more follows its end at byte 2")),
    json(
      "8 MB exactly", { "\"" + String(repeating: "x", count: mebibytes - 2) + "\"" },
      shows: "size(response.body)", outcome: "response 200 8388606"),
    json(
      "a byte more than 8 MB", { "\"" + String(repeating: "x", count: mebibytes - 1) + "\"" },
      outcome: "no-answer: the body has more than 8388608 bytes"),
    json(
      "8 MB of escapes", { "\"" + String(repeating: "\\n", count: mebibytes / 2 - 1) + "\"" },
      shows: "size(response.body)", outcome: "response 200 4194303"),
  ]

  private static let accented = "\u{E9}"

  static let texts: [LiveAnswer] = [
    .body(
      "latin-1 said, UTF-8 sent", type: "text/plain; charset=ISO-8859-1",
      { Array(accented.utf8) }, outcome: "response 200 \u{C3}\u{A9}"),
    .body(
      "latin-1 said and sent", type: "text/plain; charset=\"latin1\"", { [0xE9] },
      outcome: "response 200 \u{E9}"),
    .body(
      "UTF-8 said, latin-1 sent", type: "text/plain; charset=utf-8", { [0x61, 0xE9, 0x62] },
      outcome: "response 200 a\u{FFFD}b"),
    .body(
      "no content type", type: nil, { Array(accented.utf8) }, outcome: "response 200 \u{E9}"),
    .body(
      "a byte-order mark", type: "text/plain", { [0xEF, 0xBB, 0xBF, 0x61] },
      outcome: "response 200 a"),
    .body(
      "8 MB that are no UTF-8", type: "text/plain",
      { [UInt8](repeating: 0xFF, count: mebibytes) }, shows: "size(response.body)",
      outcome: "response 200 8388608"),
    .body(
      "8 MB of latin-1", type: "text/plain; charset=iso-8859-1",
      { [UInt8](repeating: 0xFF, count: mebibytes) }, shows: "size(response.body)",
      outcome: "response 200 8388608"),
  ]
}
