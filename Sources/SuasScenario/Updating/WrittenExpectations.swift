import LibYAML
import YAML
import YAMLSyntax

/// The expectations of a file as they are written, before the replacement of `${…}`.
struct WrittenExpectations {
  /// The spot of an expectation's value, by the offset of its key.
  private(set) var spots: [Int: EditableNode] = [:]
  let tree: Node

  /// - Parameter keys: The offsets of the keys of the expectations to find.
  init(in source: Source, at keys: Set<Int>) throws(Diagnostics) {
    tree = try LibYAML.parse(source)
    // If the notation is not understood, all expectations are left to their author.
    if let syntax = try? SyntaxTree(of: tree) {
      look(at: EditableNode(syntax, of: tree), for: keys)
    }
  }

  private mutating func look(at editable: EditableNode, for keys: Set<Int>) {
    for item in editable.items ?? [] where item.node.scalar == nil { look(at: item, for: keys) }
    for (key, value) in editable.entries ?? [] {
      if keys.contains(key.range.lowerBound) { spots[key.range.lowerBound] = value }
      if value.node.scalar == nil { look(at: value, for: keys) }
    }
  }
}
