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
    guard let map = ScalarMap(of: self) else { return range }
    return SourceRange(range.source, map.offsets(of: decoded))
  }
}
