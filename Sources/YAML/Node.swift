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

    public init(key: Scalar, value: Node) {
      self.key = key
      self.value = value
    }
  }

  public var content: Content
  /// Where the node stands: a block collection from its first child to the end of its last, a flow
  /// collection with its brackets, an empty value as nothing right after its `:` or `-`.
  ///
  /// Where an alias stands for a node this is the alias; the parts of the node, a scalar's own
  /// range among them, stay where they are written.
  public var range: SourceRange

  public init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}
