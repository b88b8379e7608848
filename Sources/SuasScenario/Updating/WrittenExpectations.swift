import YAML

/// The expectations of a file as they are written, before `${…}` were replaced.
struct WrittenExpectations {
  /// By where the expectation's key stands: what is written under it.
  private(set) var spots: [Int: Spot] = [:]
  /// The aliases of the file, by name.
  private(set) var aliases: Set<String> = []
  let tree: Node

  /// - Parameter keys: Where the keys of the expectations stand that are looked for.
  init(in source: Source, at keys: Set<Int>) throws(Diagnostics) {
    tree = try YAML.parse(source)
    Self.collectAliases(tree, &aliases)
    let root = Spot(node: tree, lead: nil, column: 0, isInFlow: false, isShared: false)
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

  private mutating func look(at spot: Spot, for keys: Set<Int>) {
    // What an alias stands for is written elsewhere, and found there.
    if spot.node.isAlias { return }
    switch spot.node.content {
    case .scalar: break
    case .sequence(let items):
      for (index, item) in items.enumerated() where item.scalar == nil {
        if let item = spot.item(index, aliases) { look(at: item, for: keys) }
      }
    case .mapping(let entries):
      for entry in entries {
        let isWanted = keys.contains(entry.key.range.lowerBound)
        guard isWanted || entry.value.scalar == nil else { continue }
        let value = spot.value(of: entry, aliases)
        if isWanted { spots[entry.key.range.lowerBound] = value }
        look(at: value, for: keys)
      }
    }
  }
}
