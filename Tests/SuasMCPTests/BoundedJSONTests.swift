import SuasSpec
import Testing

@testable import SuasMCP

@Suite struct BoundedJSONTests {
  private static func text(_ json: JSON) -> String {
    var text = JSONText()
    text.write(json: json)
    return text.text
  }

  private static func list(_ count: Int) -> JSON { .array((0..<count).map { .int($0) }) }

  @Test("What fits stays as it is")
  func fitting() {
    var bounded = BoundedJSON()
    let json: JSON = ["a": [1, 2], "b": "text"]
    #expect(Self.text(bounded.fit(json, into: 10_000)) == Self.text(json))
  }

  /// Objects that are too large, each for another reason.
  static let large: [(name: String, json: JSON)] = [
    ("a long list", ["a": list(50_000)]),
    ("a long text", ["a": .string(String(repeating: "é😀", count: 30_000))]),
    ("lists in a list", ["a": .array((0..<200).map { _ in list(200) })]),
    (
      "objects with long texts",
      ["a": .array((0..<50).map { _ in ["b": .string(String(repeating: "c", count: 9_000))] })]
    ),
    ("many members", ["a": .object((0..<30_000).map { (key: "key/~\($0)", value: .int($0)) })]),
    (
      "many members with cuts",
      ["a": .object((0..<3_000).map { (key: "key/~\($0)", value: list(400)) }), "b": 7]
    ),
  ]

  @Test("What does not fit is shortened, and the answer says where", arguments: large)
  func shortening(_ name: String, _ json: JSON) {
    var bounded = BoundedJSON()
    let text = Self.text(bounded.fit(json, into: 20_000))
    #expect(text.utf8.count <= 20_000)
    #expect(text.contains(#""truncated":[{"at":"/a"#), "\(text.suffix(300))")
    #expect(text.hasPrefix(#"{"a":"#) || text.contains(#""kept":0"#))
  }

  @Test("Scalars at the top stay, whatever is beside them")
  func scalars() {
    var bounded = BoundedJSON()
    let json: JSON = [
      "status": "failed", "many": .object((0..<30_000).map { (key: "key\($0)", value: .int($0)) }),
    ]
    #expect(Self.text(bounded.fit(json, into: 20_000)).hasPrefix(#"{"status":"failed""#))
  }

  @Test("A text is cut between characters, wherever the cut falls", arguments: 100...140)
  func characters(bytes: Int) {
    var bounded = BoundedJSON()
    let text = String(repeating: "aé€😀", count: 50)
    let short = bounded.shorten(text, to: bytes, at: "")
    #expect(short.utf8.count <= bytes)
    #expect(!short.contains("\u{FFFD}"))
    #expect(short.contains("shortened"))
  }
}
