import YAML

/// A text without quotes between brackets, as YAML 1.2 has it (section 7.3.3).
enum FlowText {
  /// True if a character can follow the `?`, `:` or `-` at the start of such a text.
  static func isPart(_ byte: UInt8) -> Bool { !" \t\n\r,[]{}".utf8.contains(byte) }

  /// The range of the text that begins at an offset, as far as it is on that line.
  static func range<Text: RandomAccessCollection>(
    from start: Int, in text: Text
  ) -> Range<Int> where Text.Element == UInt8, Text.Index == Int {
    var end = start + 1
    var offset = end
    while offset < text.endIndex {
      let byte = text[offset]
      if ",[]{}\n\r".utf8.contains(byte) { break }
      let isLast = offset + 1 == text.endIndex || !isPart(text[offset + 1])
      if byte == UInt8(ascii: ":"), isLast { break }
      if byte == UInt8(ascii: "#"), !isPart(text[offset - 1]) { break }
      offset += 1
      if byte != 0x20, byte != 0x09 { end = offset }
    }
    return start..<end
  }
}

extension SourceRange {
  /// The line or lines of the range, with another text in its place; the other text alone if these
  /// are long.
  func line(with text: String) -> String {
    let start = source.line(around: lowerBound).lowerBound
    let end = max(source.line(around: upperBound).upperBound, upperBound)
    let before = source.utf8[start..<lowerBound].drop { $0 == 0x20 || $0 == 0x09 }
    let line =
      String(decoding: before, as: UTF8.self) + text
      + String(decoding: source.utf8[upperBound..<end], as: UTF8.self)
    return line.utf8.count <= 300 ? line : text
  }
}
