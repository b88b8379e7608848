import YAML

/// A literal or folded scalar with its lines, without their indentation.
struct BlockScalar {
  let header: String
  let comment: String?
  let lines: [ArraySlice<UInt8>]
  /// The number of blank lines at the end that are part of the text.
  let keptLineCount: Int

  /// Returns nil for any other scalar, and for one whose lines do not all show where they end.
  init?(_ scalar: Scalar) {
    guard scalar.style == .literal || scalar.style == .folded else { return nil }
    let bytes = scalar.range.source.utf8
    var lines = bytes.lines(in: scalar.range.offsets)
    lines.removeFirst()
    func isFilled(_ line: ArraySlice<UInt8>) -> Bool { line.contains { $0 != 0x20 } }
    let text = Array(scalar.text.utf8)
    let textLines = text.split(separator: 0x0A)
    guard let firstLine = lines.first(where: isFilled),
      let first = textLines.first(where: isFilled),
      let last = textLines.last, last.contains(where: { $0 != 0x20 && $0 != 0x09 })
    else { return nil }
    let indentation = Self.blanks(firstLine) - Self.blanks(first)
    guard indentation >= 0 else { return nil }
    let breakCount = text.reversed().prefix { $0 == 0x0A }.count
    keptLineCount = max(0, breakCount - 1)
    self.lines =
      lines.map { $0.dropFirst(min(indentation, Self.blanks($0))) }
      + Array(repeating: [], count: keptLineCount)
    var header = scalar.style == .literal ? "|" : ">"
    if let first = self.lines.first(where: { !$0.isEmpty })?.first, first <= 0x20 { header += "2" }
    // At the end of a file a last line without a line break is a text without one.
    if breakCount != 1 { header += breakCount == 0 ? "-" : "+" }
    self.header = header
    comment = bytes.headerComment(in: scalar.range.offsets)
  }

  private static func blanks(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }
}

extension [UInt8] {
  /// The lines of a part of a text, without their line breaks.
  func lines(in range: Range<Int>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound {
      if self[offset] == 0x0A || self[offset] == 0x0D {
        lines.append(self[start..<offset])
        if self[offset] == 0x0D, offset + 1 < range.upperBound, self[offset + 1] == 0x0A {
          offset += 1
        }
        start = offset + 1
      }
      offset += 1
    }
    lines.append(self[start..<range.upperBound])
    return lines
  }
}
