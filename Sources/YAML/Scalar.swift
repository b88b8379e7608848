/// A scalar: its decoded text, its style, and its range in the source.
public struct Scalar: Sendable {
  public enum Style: CaseIterable, Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  public var text: String
  public var style: Style
  /// True if the text stands for itself even where a text that begins so is syntax: it was computed.
  public var isVerbatim = false
  /// The range of the scalar in the file, including quotes or block indicator, without an anchor.
  public var range: SourceRange

  @inlinable
  public init(_ text: String, style: Style, at range: SourceRange) {
    self.text = text
    self.style = style
    self.range = range
  }

  /// The range in the file of a range of the decoded text, in UTF-8 bytes.
  ///
  /// A character from an escape maps to the escape, one from folding to its line break. The end of
  /// the text maps to the place directly after the last character written.
  public func range(of decoded: Range<Int>) -> SourceRange {
    let places = text.utf8.count > Self.longLength ? range.source.places(of: self) : places
    switch places {
    case .verbatim(let verbatim) where decoded.lowerBound >= 0:
      let start = min(verbatim.lowerBound + decoded.lowerBound, verbatim.upperBound)
      let end = min(verbatim.lowerBound + decoded.upperBound, verbatim.upperBound)
      return SourceRange(range.source, start..<end)
    case .mapped(let map): return SourceRange(range.source, map.offsets(of: decoded))
    case .verbatim, .whole: return range
    }
  }

  /// The length in bytes from which on the places of a text are found once for all of its parts.
  private static let longLength = 256

  /// The places of the parts of the text.
  var places: Places {
    if let verbatimRange { return .verbatim(verbatimRange) }
    return ScalarMap(of: self).map(Places.mapped) ?? .whole
  }

  /// The places in the source of the parts of a text.
  enum Places: Sendable {
    case verbatim(Range<Int>)
    case mapped(ScalarMap)
    /// Only the place of the whole text is known.
    case whole
  }

  /// The range of the text if the source has it unchanged, as for most texts; nil if any part of it
  /// is, or may be, written differently.
  private var verbatimRange: Range<Int>? {
    let quotes: Int
    switch style {
    case .plain: quotes = 0
    case .singleQuoted, .doubleQuoted: quotes = 1
    case .literal, .folded: return nil
    }
    let start = range.lowerBound + quotes
    let end = range.upperBound - quotes
    // An escape, a doubled quote or a folded line makes the text differ from the source.
    guard start <= end, end <= range.source.utf8.count, end - start == text.utf8.count,
      range.source.holds(text, at: start),
      style != .doubleQuoted || !text.holds(UInt8(ascii: "\\"))
    else { return nil }
    return start..<end
  }
}
