import Testing

@testable import SuasMCP

@Suite struct LineReaderTests {
  private static func lines(_ parts: [String]) -> [String] {
    var reader = LineReader()
    let lines = parts.flatMap { reader.lines(adding: Array($0.utf8)) } + reader.end()
    return lines.map {
      switch $0 {
      case .line(let bytes): String(decoding: bytes, as: UTF8.self)
      case .tooLong: "too long"
      }
    }
  }

  @Test(
    "Lines are the same, wherever their bytes are divided",
    arguments: ["", "\n", "a", "a\n", "a\nb", "a\n\nb\n", "é\n{}\r\n"])
  func division(_ text: String) {
    let whole = Self.lines([text])
    #expect(Self.lines(text.unicodeScalars.map { String($0) }) == whole)
    var expected = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    if expected.last == "" { expected.removeLast() }
    #expect(whole == expected)
  }

  @Test("A line that is too long is passed over, and the next one is read")
  func length() {
    let longest = String(repeating: "a", count: LineReader.maximumLength)
    #expect(Self.lines([longest, "\nb"]) == [longest, "b"])
    #expect(Self.lines([longest, "a\nb"]) == ["too long", "b"])
    #expect(Self.lines([longest, "a", longest, "\nb\n"]) == ["too long", "b"])
    #expect(Self.lines([longest, "a"]) == ["too long"])
  }
}
