/// Scans one scalar again, as libyaml does, and notes the source of each character.
///
/// The scalar was parsed without error before, so nothing is checked here; a scan that goes wrong
/// results in a different text.
struct ScalarScanner {
  package let bytes: [UInt8]
  package let text: String

  /// Scans plain and quoted scalars: escapes, trimmed blanks, folded lines (YAML 1.2, section 7.3).
  func scanFlow(_ range: Range<Int>, style: Scalar.Style, into map: inout ScalarMap) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      var isTrimming = false
      let end = range.upperBound
      while offset < end, !isBlank(offset), breakLength(offset) == 0 {
        if style == .singleQuoted, bytes[offset] == UInt8(ascii: "'") {
          map.append(CollectionOfOne(bytes[offset]), from: offset..<min(offset + 2, end))
          offset += 2
        } else if style == .doubleQuoted, bytes[offset] == UInt8(ascii: "\\") {
          let lineBreak = breakLength(offset + 1)
          if lineBreak > 0 {
            offset += 1 + lineBreak
            isTrimming = true
            break
          }
          let escape = offset..<min(offset + escapeLength(offset), end)
          let character = unescaped(escape)
          if character.isEmpty { map.appendUnreadable(escape) }
          map.append(character, from: escape)
          offset = escape.upperBound
        } else {
          map.append(verbatim: offset..<offset + 1, of: bytes)
          offset += 1
        }
      }
      offset = scanGap(offset..<max(offset, end), isTrimming: isTrimming, into: &map)
    }
  }

  /// Scans the blanks and line breaks between two words: blanks are kept, a single line break
  /// becomes a space, and of several line breaks all but the first are kept.
  private func scanGap(
    _ range: Range<Int>, isTrimming: Bool, into map: inout ScalarMap
  ) -> Int {
    var offset = range.lowerBound
    var blanks = offset..<offset
    var first: Range<Int>?
    var others: [Range<Int>] = []
    var isTrimming = isTrimming
    while offset < range.upperBound {
      if isBlank(offset) {
        offset += 1
        if !isTrimming { blanks = blanks.lowerBound..<offset }
        continue
      }
      let length = breakLength(offset)
      if length == 0 { break }
      if isTrimming {
        others.append(offset..<offset + length)
      } else {
        first = offset..<offset + length
        isTrimming = true
      }
      offset += length
    }
    guard isTrimming else {
      map.append(verbatim: blanks, of: bytes)
      return offset
    }
    if let first, others.isEmpty { map.append(CollectionOfOne(0x20), from: first) }
    for other in others { appendBreak(other, into: &map) }
    return offset
  }
}

/// Literal and folded blocks (YAML 1.2, section 8.1).
extension ScalarScanner {
  func scanBlock(from start: Int, isLiteral: Bool, into map: inout ScalarMap) {
    var offset = start + 1
    var chomping: UInt8 = 0
    while offset < bytes.count, breakLength(offset) == 0, !isBlank(offset) {
      if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
        chomping = bytes[offset]
      }
      offset += 1
    }
    map.endContent(at: offset)
    offset = endOfLine(offset)
    offset += breakLength(offset)

    let indent = indentation(from: offset)
    var lineBreak: Range<Int>?
    var wasIndented = false
    var emptyLines: [Range<Int>] = []
    while skipEmptyLines(&offset, indent: indent, &emptyLines) {
      let isIndented = isBlank(offset)
      if let lineBreak {
        if isLiteral || wasIndented || isIndented {
          appendBreak(lineBreak, into: &map)
        } else if emptyLines.isEmpty {
          map.append(CollectionOfOne(0x20), from: lineBreak)
        }
      }
      for line in emptyLines { appendBreak(line, into: &map) }
      wasIndented = isIndented
      let end = endOfLine(offset)
      map.append(verbatim: offset..<end, of: bytes)
      map.endContent(at: end)
      lineBreak = end..<end + breakLength(end)
      offset = end + breakLength(end)
    }
    if chomping != UInt8(ascii: "-"), let lineBreak { appendBreak(lineBreak, into: &map) }
    if chomping == UInt8(ascii: "+") {
      for line in emptyLines { appendBreak(line, into: &map) }
    }
  }

  /// Moves to the next line with content at the block's indentation; false if there is none.
  private func skipEmptyLines(
    _ offset: inout Int, indent: Int, _ emptyLines: inout [Range<Int>]
  ) -> Bool {
    emptyLines = []
    while offset < bytes.count {
      let line = offset
      while offset < bytes.count, offset - line < indent, bytes[offset] == 0x20 { offset += 1 }
      let length = breakLength(offset)
      if length == 0 { return offset - line == indent && offset < bytes.count }
      emptyLines.append(offset..<offset + length)
      offset += length
    }
    return false
  }

  /// The indentation of the block, written or detected: the spaces before the first line with
  /// content, less those that belong to the text.
  private func indentation(from start: Int) -> Int {
    // With nothing but line breaks, every line is empty, however many spaces it has.
    if text.utf8.allSatisfy({ $0 == 0x0A }) { return .max }
    var offset = start
    var line = start
    while offset < bytes.count {
      let length = breakLength(offset)
      if length == 0 && bytes[offset] != 0x20 { break }
      offset += max(length, 1)
      if length > 0 { line = offset }
    }
    var kept = 0
    content: for byte in text.utf8 {
      switch byte {
      case 0x20: kept += 1
      case 0x0A: kept = 0
      default: break content
      }
    }
    return max(offset - line - kept, 1)
  }
}

/// Single characters.
extension ScalarScanner {
  private func isBlank(_ offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x20 || bytes[offset] == 0x09)
  }

  private func endOfLine(_ start: Int) -> Int {
    var offset = start
    while offset < bytes.count, breakLength(offset) == 0 { offset += 1 }
    return offset
  }

  /// The length of the line break at an offset, or 0.
  private func breakLength(_ offset: Int) -> Int {
    guard offset < bytes.count else { return 0 }
    switch bytes[offset] {
    case 0x0A: return 1
    case 0x0D: return offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1
    default: return 0
    }
  }

  private func appendBreak(_ lineBreak: Range<Int>, into map: inout ScalarMap) {
    if !lineBreak.isEmpty { map.append(CollectionOfOne(0x0A), from: lineBreak) }
  }

  /// The length of the escape at a backslash (YAML 1.2, section 5.7).
  private func escapeLength(_ offset: Int) -> Int {
    guard offset + 1 < bytes.count else { return 1 }
    switch bytes[offset + 1] {
    case UInt8(ascii: "x"): return 4
    case UInt8(ascii: "u"):
      let isPair = SurrogateEscapes.character(bytes, at: offset) != nil
      return isPair ? 2 * SurrogateEscapes.length : SurrogateEscapes.length
    case UInt8(ascii: "U"): return 10
    default: return 2
    }
  }

  /// The character that an escape denotes, in UTF-8.
  private func unescaped(_ escape: Range<Int>) -> [UInt8] {
    guard escape.count >= 2 else { return [] }
    if escape.count == 2 * SurrogateEscapes.length {
      let character = SurrogateEscapes.character(bytes, at: escape.lowerBound)
      return character.map { Array(String($0).utf8) } ?? []
    }
    if escape.count > 2 {
      let digits = String(decoding: bytes[escape.dropFirst(2)], as: UTF8.self)
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      return scalar.map { Array(String($0).utf8) } ?? []
    }
    return switch bytes[escape.lowerBound + 1] {
    case UInt8(ascii: "0"): [0]
    case UInt8(ascii: "a"): [7]
    case UInt8(ascii: "b"): [8]
    case UInt8(ascii: "t"): [9]
    case UInt8(ascii: "n"): [0x0A]
    case UInt8(ascii: "v"): [0x0B]
    case UInt8(ascii: "f"): [0x0C]
    case UInt8(ascii: "r"): [0x0D]
    case UInt8(ascii: "e"): [0x1B]
    case UInt8(ascii: "N"): Array("\u{85}".utf8)
    case UInt8(ascii: "_"): Array("\u{A0}".utf8)
    case UInt8(ascii: "L"): Array("\u{2028}".utf8)
    case UInt8(ascii: "P"): Array("\u{2029}".utf8)
    default: [bytes[escape.lowerBound + 1]]
    }
  }
}
