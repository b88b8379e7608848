/// A node of a tree with source ranges.
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

    @inlinable
    public init(key: Scalar, value: Node) {
      self.key = key
      self.value = value
    }
  }

  public var content: Content
  /// The range of the node: a block collection from its first child to the end of its last, a flow
  /// collection with its brackets, an empty value as an empty range directly after its `:` or `-`.
  ///
  /// For an aliased node this is the range of the alias; the parts of the node, including a
  /// scalar's own range, keep the ranges where they are written.
  public var range: SourceRange

  @inlinable
  public init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}
