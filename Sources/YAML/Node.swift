/// A node of a located tree: what it holds and where it stands.
public struct Node: Sendable {
  public enum Content: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Entry])
  }

  /// One key of a mapping with its value.
  public struct Entry: Sendable {
    public var key: Scalar
    public var value: Node
  }

  public var content: Content
  public init(content: Content, range: SourceRange) { self.content = content; self.range = range }
  public var range: SourceRange
}

/// A scalar: its decoded text, how it was written, and where.
public struct Scalar: Sendable {
  public enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }
  public init(text: String, style: Style, range: SourceRange) { self.text = text; self.style = style; self.range = range }

  public var text: String
  public var style: Style
  /// The scalar as it stands in the file, quotes or block indicator included.
  public var range: SourceRange

  /// The place in the file of a stretch of the decoded text, in UTF-8 bytes of it.
  public func range(of decoded: Range<Int>) -> SourceRange { range }
}
