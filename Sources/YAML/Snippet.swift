/// The line on which a range begins as it is shown, with the position of the carets below it.
package struct Snippet {
  /// The maximum number of columns; a longer line is cut around its range.
  private static let maximumWidth = 160
  /// The number of bytes examined on either side of a range, enough for the widest line shown.
  private static let reach = 1024

  package let lineNumber: Int
  package private(set) var text = ""
  package private(set) var indent = 0
  package private(set) var carets = 0

  package init(of range: SourceRange) {
    let source = range.source
    lineNumber = range.location.line + 1
    let line = source.line(around: range.lowerBound)
    let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
    let window = Self.window(around: start, in: line, of: source.utf8)
    let glyphs = Self.glyphs(window, of: source.utf8)
    let first = glyphs.firstIndex { $0.end > start } ?? glyphs.count
    let shown = Self.cut(glyphs, around: first)
    let isCutBefore = shown.lowerBound > 0 || window.lowerBound > line.lowerBound
    let isCutAfter = shown.upperBound < glyphs.count || window.upperBound < line.upperBound

    text = isCutBefore ? "…" : ""
    indent = isCutBefore ? 1 : 0
    for index in shown {
      let glyph = glyphs[index]
      text += glyph.text
      if index < first { indent += glyph.width }
      if index >= first, glyph.start < range.upperBound { carets += glyph.width }
    }
    if isCutAfter { text += "…" }
    carets = max(carets, 1)
  }

  private struct Glyph {
    let text: String
    let width: Int
    let start: Int
    let end: Int
  }

  /// The part of a line near an offset, extended to whole characters.
  private static func window(
    around offset: Int, in line: Range<Int>, of utf8: [UInt8]
  ) -> Range<Int> {
    var start = max(line.lowerBound, offset - reach)
    var end = min(line.upperBound, offset + reach)
    while start > line.lowerBound, utf8[start] & 0xC0 == 0x80 { start -= 1 }
    while end < line.upperBound, utf8[end] & 0xC0 == 0x80 { end += 1 }
    return start..<end
  }

  private static func glyphs(_ window: Range<Int>, of utf8: [UInt8]) -> [Glyph] {
    var offset = window.lowerBound
    let scalars = Array(String(decoding: utf8[window], as: UTF8.self).unicodeScalars)
    return scalars.indices.map { index in
      let scalar = scalars[index]
      let start = offset
      offset += UTF8.width(scalar)
      if scalar == "\t" { return Glyph(text: " ", width: 1, start: start, end: offset) }
      if let escape = DisplayText.escape(scalars, at: index) {
        return Glyph(text: escape, width: escape.utf8.count, start: start, end: offset)
      }
      return Glyph(
        text: String(scalar), width: DisplayText.width(scalar), start: start, end: offset)
    }
  }

  /// The characters that fit on a line, with more of them after the first than before it.
  private static func cut(_ glyphs: [Glyph], around first: Int) -> Range<Int> {
    var (low, high) = (first, first)
    var room = maximumWidth * 2 / 3
    while high < glyphs.count, glyphs[high].width <= room {
      room -= glyphs[high].width
      high += 1
    }
    room += maximumWidth - maximumWidth * 2 / 3
    while low > 0, glyphs[low - 1].width <= room {
      room -= glyphs[low - 1].width
      low -= 1
    }
    while high < glyphs.count, glyphs[high].width <= room {
      room -= glyphs[high].width
      high += 1
    }
    return low..<high
  }
}
