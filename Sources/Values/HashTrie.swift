/// A persistent table from keys to numbers (P. Bagwell, "Ideal Hash Trees"): copies share their
/// nodes until they are changed, so the cost of a change does not depend on the table's size.
struct HashTrie: Sendable {
  private var root = Node()

  /// A node for five bits of the hash: one child for each bit pattern that occurs.
  private struct Node: Sendable {
    var bitmap: UInt32 = 0
    var children: ContiguousArray<Child> = []

    func place(_ bit: UInt32) -> Int { (bitmap & (bit - 1)).nonzeroBitCount }
  }

  private enum Child: Sendable {
    case entry(Key, Int)
    case node(Node)
    /// Keys with the same hash.
    case same(ContiguousArray<(key: Key, value: Int)>)
  }

  private static func bit(_ hash: UInt, _ level: Int) -> UInt32 {
    1 << UInt32(hash >> UInt(level * 5) & 31)
  }

  private static let levelLimit = UInt.bitWidth / 5

  subscript(key: Key) -> Int? {
    Self.find(key, UInt(bitPattern: key.hashValue), 0, root)
  }

  private static func find(_ key: Key, _ hash: UInt, _ level: Int, _ node: Node) -> Int? {
    let bit = bit(hash, level)
    guard node.bitmap & bit != 0 else { return nil }
    return node.children.withUnsafeBufferPointer { children in
      switch children[node.place(bit)] {
      case .entry(let other, let value): other == key ? value : nil
      case .node(let child): find(key, hash, level + 1, child)
      case .same(let entries): entries.first { $0.key == key }?.value
      }
    }
  }

  /// - Precondition: The table does not contain the key.
  mutating func insert(_ key: Key, _ value: Int) {
    Self.insert(key, value, UInt(bitPattern: key.hashValue), 0, &root)
  }

  private static func insert(
    _ key: Key, _ value: Int, _ hash: UInt, _ level: Int, _ node: inout Node
  ) {
    let bit = bit(hash, level)
    let place = node.place(bit)
    guard node.bitmap & bit != 0 else {
      node.bitmap |= bit
      node.children.insert(.entry(key, value), at: place)
      return
    }
    switch node.children[place] {
    case .node(var child):
      node.children[place] = .node(Node())
      insert(key, value, hash, level + 1, &child)
      node.children[place] = .node(child)
    case .same(var entries):
      entries.append((key, value))
      node.children[place] = .same(entries)
    case .entry(let other, let otherValue):
      guard level < levelLimit else {
        node.children[place] = .same([(other, otherValue), (key, value)])
        return
      }
      var child = Node()
      insert(other, otherValue, UInt(bitPattern: other.hashValue), level + 1, &child)
      insert(key, value, hash, level + 1, &child)
      node.children[place] = .node(child)
    }
  }

  /// Returns the number of keys; traps if a node violates an invariant.
  func checkedCount() -> Int { Self.checkedCount(root, 0) }

  private static func checkedCount(_ node: Node, _ level: Int) -> Int {
    precondition(node.bitmap.nonzeroBitCount == node.children.count, "a child for each bit")
    return node.children.reduce(0) { count, child in
      switch child {
      case .entry: return count + 1
      case .same(let entries):
        precondition(entries.count > 1 && level == levelLimit, "hashes that are the same")
        return count + entries.count
      case .node(let node):
        if node.children.count == 1, case .entry = node.children[0] {
          preconditionFailure("a node of one key is that key")
        }
        return count + checkedCount(node, level + 1)
      }
    }
  }

  /// - Precondition: The table contains the key.
  mutating func remove(_ key: Key) {
    Self.remove(key, UInt(bitPattern: key.hashValue), 0, &root)
  }

  private static func remove(_ key: Key, _ hash: UInt, _ level: Int, _ node: inout Node) {
    let bit = bit(hash, level)
    let place = node.place(bit)
    switch node.children[place] {
    case .entry:
      node.bitmap &= ~bit
      node.children.remove(at: place)
    case .same(var entries):
      entries.removeAll { $0.key == key }
      node.children[place] =
        entries.count == 1 ? .entry(entries[0].key, entries[0].value) : .same(entries)
    case .node(var child):
      node.children[place] = .node(Node())
      remove(key, hash, level + 1, &child)
      if child.children.count == 1, case .entry = child.children[0] {
        node.children[place] = child.children[0]
      } else {
        node.children[place] = .node(child)
      }
    }
  }
}
