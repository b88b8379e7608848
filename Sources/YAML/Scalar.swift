/// A scalar: its decoded text, how it was written, and where.
public struct Scalar: Sendable {
  public enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }

  public var text: String
  public var style: Style
  /// The scalar as it stands in the file, quotes or block indicator included, without an anchor.
  public var range: SourceRange

  public init(_ text: String, style: Style, at range: SourceRange) {
    self.text = text
    self.style = style
    self.range = range
  }

  /// The place in the file of a stretch of the decoded text, in UTF-8 bytes of it.
  ///
  /// A character made by an escape maps to the escape, one made by folding to its line break. The
  /// end of the text maps to the place right after the last character written.
  public func range(of decoded: Range<Int>) -> SourceRange {
    if let verbatim = verbatimRange, decoded.lowerBound >= 0 {
      let start = min(verbatim.lowerBound + decoded.lowerBound, verbatim.upperBound)
      let end = min(verbatim.lowerBound + decoded.upperBound, verbatim.upperBound)
      return SourceRange(range.source, start..<end)
    }
    guard let map = ScalarMap(of: self) else { return range }
    return SourceRange(range.source, map.offsets(of: decoded))
  }

  /// Where the text stands in the source as it is, which most texts do; nil where something in it
  /// is written otherwise, or may be.
  private var verbatimRange: Range<Int>? {
    let quotes: Int
    switch style {
    case .plain: quotes = 0
    case .singleQuoted, .doubleQuoted: quotes = 1
    case .literal, .folded: return nil
    }
    let start = range.lowerBound + quotes
    let end = range.upperBound - quotes
    // An escape, a doubled quote or a folded line makes another text of what is written.
    guard start <= end, end <= range.source.utf8.count, end - start == text.utf8.count,
      range.source.holds(text, at: start),
      style != .doubleQuoted || !text.holds(UInt8(ascii: "\\"))
    else { return nil }
    return start..<end
  }
}
