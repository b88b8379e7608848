import LibYAML
import Testing
import YAML

@Suite struct `Sources` {
  @Test(
    arguments: [
      ("UTF-8", [0x61, 0xC3, 0xA9]),
      ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF, 0x61, 0xC3, 0xA9]),
      ("UTF-16 LE with a mark", [0xFF, 0xFE, 0x61, 0, 0xE9, 0]),
      ("UTF-16 BE with a mark", [0xFE, 0xFF, 0, 0x61, 0, 0xE9]),
      ("UTF-16 LE", [0x61, 0, 0xE9, 0]),
      ("UTF-16 BE", [0, 0x61, 0, 0xE9]),
    ] as [(String, [UInt8])])
  func `a text is decoded as its first bytes say`(_ encoding: String, _ bytes: [UInt8]) throws {
    #expect(try Source(name: "a", bytes: bytes).utf8 == [0x61, 0xC3, 0xA9])
  }

  @Test func `a surrogate pair is one character`() throws {
    let source = try Source(name: "a", bytes: [0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE])
    #expect(String(decoding: source.utf8, as: UTF8.self) == "😀")
  }

  @Test(
    arguments: [
      ("a lone byte", [0x61, 0x0A, 0x62, 0xFF, 0x63], "2:2"),
      ("an overlong form", [0xC0, 0xAF], "1:1"),
      ("a surrogate", [0x61, 0xED, 0xA0, 0x80], "1:2"),
      ("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80], "1:1"),
      ("a cut character", [0x61, 0xE2, 0x82], "1:2"),
      ("half a pair in UTF-16", [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x62, 0], "1:2"),
      ("half a unit in UTF-16", [0xFF, 0xFE, 0x61, 0, 0x3D], "1:2"),
    ] as [(String, [UInt8], String)])
  func `what is no text is refused at its place`(
    _ mistake: String, _ bytes: [UInt8], _ place: String
  ) throws {
    let error = try #require(throws: Diagnostics.self) { try Source(name: "a", bytes: bytes) }
    let diagnostic = try #require(error.items.first)
    #expect(diagnostic.code == .encoding)
    guard case .range(let range) = diagnostic.place else {
      Issue.record("no range")
      return
    }
    #expect("\(range.location)" == place)
    #expect(range.text == "\u{FFFD}")
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], [0, 0, 0xFE, 0xFF], [0, 0, 0, 0x61], [0x61, 0, 0, 0],
    ] as [[UInt8]])
  func `UTF-32 is refused`(_ bytes: [UInt8]) throws {
    let error = try #require(throws: Diagnostics.self) { try Source(name: "a", bytes: bytes) }
    #expect(error.items.map(\.code) == [.encoding])
  }

  @Test func `more than the largest size is refused`() throws {
    let bytes = [UInt8](repeating: 0x61, count: Source.maximumSize + 1)
    let error = try #require(throws: Diagnostics.self) { try Source(name: "a", bytes: bytes) }
    #expect(error.items.map(\.code) == [.fileTooLarge])
  }

  @Test(arguments: [
    (0, "1:1"), (2, "1:3"), (3, "2:1"), (5, "2:3"), (6, "3:1"), (7, "4:1"), (9, "4:2"), (10, "4:3"),
    (99, "4:3"),
  ])
  func `lines end with LF, CRLF and CR, columns are characters`(_ offset: Int, _ place: String) {
    let source = Source(name: "a", text: "ab\nc\r\n\réx")
    #expect("\(source.location(of: offset))" == place)
  }

  @Test(
    arguments: [
      ("isComplete", ["title", "isCompleted"], "isCompleted"),
      ("stat", ["state", "stab"], "state"),
      ("tilte", ["title"], "title"),
      ("STATE", ["stats", "state"], "state"),
      ("x", ["y", "z"], nil),
      ("on", ["in"], "in"),
      ("state", ["reducers"], nil),
      ("", ["a"], nil),
    ] as [(String, [String], String?)])
  func `the nearest name is suggested`(_ name: String, _ names: [String], _ near: String?) {
    #expect(suggestion(for: name, among: names) == near)
  }
}
