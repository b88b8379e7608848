import JSONRPC
import SuasSpec
import YAML

/// The positions of a text as the protocol has them: lines and columns, in the units that client
/// and server have agreed on.
struct TextPositions {
  enum Encoding: String {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
  }

  private let text: [UInt8]
  private let encoding: Encoding
  private let lineStarts: [Int]
  /// The length of the byte-order mark before the text, which is a character of the first line for
  /// clients that have it in their text.
  private let markLength: Int

  init(_ text: [UInt8], _ encoding: Encoding, isMarked: Bool = false) {
    self.text = text
    self.encoding = encoding
    markLength = !isMarked ? 0 : encoding == .utf16 ? 1 : Source.byteOrderMark.count
    var starts = [0]
    for index in text.indices where text[index] == 0x0A || text[index] == 0x0D {
      let isFirstHalf = text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
      if !isFirstHalf { starts.append(index + 1) }
    }
    lineStarts = starts
  }

  /// The offset of a position; one outside of its line or of the text counts as the end of it.
  func offset(_ line: Int, _ column: Int) -> Int {
    guard line >= 0 else { return 0 }
    let character = line == 0 ? max(column, markLength) - markLength : column
    guard line < lineStarts.count else { return text.count }
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : text.count
    while end > start, text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
    guard encoding == .utf16 else {
      var offset = min(start + max(0, min(character, end - start)), end)
      while offset > start, offset < end, text[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    var offset = start
    var units = 0
    while offset < end {
      let (length, width) = Self.scalar(text[offset])
      guard units + width <= character else { break }
      units += width
      offset = min(offset + length, end)
    }
    return offset
  }

  func offset(_ position: Parameters) -> Int {
    offset(position["line"].number ?? 0, position["character"].number ?? 0)
  }

  func range(_ range: Parameters) -> Range<Int> {
    let start = offset(range["start"])
    return start..<max(start, offset(range["end"]))
  }

  func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func position(of offset: Int) -> JSON {
    let (line, character) = place(of: offset)
    return ["line": .int(line), "character": .int(character)]
  }

  /// The line and column of an offset.
  func place(of offset: Int) -> (line: Int, character: Int) {
    let offset = min(max(0, offset), text.count)
    let line = line(of: offset)
    let start = lineStarts[line]
    return (line, length(of: start..<offset) + (line == 0 ? markLength : 0))
  }

  /// The length of a part of a line, in the units of the protocol.
  func length(of range: Range<Int>) -> Int {
    guard encoding == .utf16 else { return range.count }
    var (offset, units) = (range.lowerBound, 0)
    while offset < range.upperBound {
      let (length, width) = Self.scalar(text[offset])
      units += width
      offset += length
    }
    return units
  }

  func json(_ range: Range<Int>) -> JSON {
    ["start": position(of: range.lowerBound), "end": position(of: range.upperBound)]
  }

  /// The length of a character in UTF-8 and in UTF-16, by its first byte.
  private static func scalar(_ byte: UInt8) -> (length: Int, width: Int) {
    switch byte {
    case 0xF0...: (4, 2)
    case 0xE0...: (3, 1)
    case 0xC0...: (2, 1)
    default: (1, 1)
    }
  }
}
