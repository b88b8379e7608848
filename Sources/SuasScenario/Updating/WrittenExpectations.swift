import LibYAML
import YAML

/// The expectations of a file as they are written, before the replacement of `${…}`.
struct WrittenExpectations {
  /// The spot of an expectation's value, by the offset of its key.
  private(set) var spots: [Int: EditableNode] = [:]
  /// The names of the file's aliases.
  private(set) var aliases: Set<String> = []
  let tree: Node

  /// - Parameter keys: The offsets of the keys of the expectations to find.
  init(in source: Source, at keys: Set<Int>) throws(Diagnostics) {
    tree = try LibYAML.parse(source)
    Self.collectAliases(tree, &aliases)
    let root = EditableNode(node: tree, lead: nil, column: 0, isInFlow: false, isShared: false)
    look(at: root, for: keys)
  }

  private static func collectAliases(_ node: Node, _ aliases: inout Set<String>) {
    if node.isAlias {
      aliases.insert(String(node.range.text.dropFirst()))
      return
    }
    switch node.content {
    case .scalar: break
    case .sequence(let items): for item in items { collectAliases(item, &aliases) }
    case .mapping(let entries): for entry in entries { collectAliases(entry.value, &aliases) }
    }
  }

  private mutating func look(at editable: EditableNode, for keys: Set<Int>) {
    // The node of an alias is written elsewhere, and found there.
    if editable.node.isAlias { return }
    switch editable.node.content {
    case .scalar: break
    case .sequence(let items):
      for (index, item) in items.enumerated() where item.scalar == nil {
        if let item = editable.item(index, aliases) { look(at: item, for: keys) }
      }
    case .mapping(let entries):
      for entry in entries {
        let isWanted = keys.contains(entry.key.range.lowerBound)
        guard isWanted || entry.value.scalar == nil else { continue }
        let value = editable.value(of: entry, aliases)
        if isWanted { spots[entry.key.range.lowerBound] = value }
        look(at: value, for: keys)
      }
    }
  }
}
