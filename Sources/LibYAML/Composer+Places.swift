import YAML

/// Finds ranges in the text that the events do not contain.
extension Composer {
  /// The range of a node without the anchor and tag before it, and the name of the anchor; reports a
  /// tag.
  mutating func content(
    of marks: Range<Int>, _ properties: Properties
  ) -> (range: Range<Int>, anchor: String?) {
    var offset = marks.lowerBound
    var end = offset
    var anchor: String?
    // A second anchor is that of the first key.
    while offset < marks.upperBound,
      bytes[offset] == UInt8(ascii: "&") && anchor == nil || bytes[offset] == UInt8(ascii: "!")
    {
      if bytes[offset] == UInt8(ascii: "&") {
        end = AnchorName.end(at: offset, in: bytes)
        anchor = String(decoding: bytes[offset + 1..<end], as: UTF8.self)
        if anchor != properties.anchor { hasCutName = true }
      } else {
        end = endOfTag(from: offset)
        let range = SourceRange(source, offset..<end)
        report(.unknownTag(range.text, at: range))
      }
      offset = skipSeparation(from: end)
    }
    // There is nothing after the properties: an empty value directly after them.
    if offset >= marks.upperBound { return (end..<end, anchor) }
    return (offset..<marks.upperBound, anchor)
  }

  private func endOfTag(from start: Int) -> Int {
    let isVerbatim = bytes[start...].starts(with: "!<".utf8)
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: return offset
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        if !isVerbatim { return offset }
      default: break
      }
      offset += 1
    }
    return offset
  }

  /// Skips blanks, line breaks, comments and the `...` that ends a document.
  func skipSeparation(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case UInt8(ascii: "#"): offset = endOfLine(from: offset)
      case UInt8(ascii: ".") where offset == 0 || bytes[offset - 1] == 0x0A:
        guard bytes[offset...].starts(with: "...".utf8) else { return offset }
        offset += 3
      default: return offset
      }
    }
    return offset
  }

  func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
    return offset
  }

  /// The range of a block scalar from its indicator to the end of its last line with content;
  /// libyaml ends it at the start of the next line.
  func trimmed(block range: Range<Int>) -> Range<Int> {
    var header = range.lowerBound + 1
    while header < range.upperBound,
      "+-0123456789".utf8.contains(bytes[header])
    {
      header += 1
    }
    let body = endOfLine(from: header)
    var end = range.upperBound
    while end > body {
      switch bytes[end - 1] {
      case 0x20, 0x09, 0x0A, 0x0D: end -= 1
      default:
        return range.lowerBound..<min(endOfLine(from: end), range.upperBound)
      }
    }
    return range.lowerBound..<header
  }
}
