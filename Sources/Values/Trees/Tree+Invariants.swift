// Runtime checks of the invariants that the declarations of cells, trees and versions document;
// they end the process if an invariant does not hold. Tests run them after each of many random
// changes.

extension Cells {
  func checkInvariants() {
    precondition(areCells && type(of: storage) == Element.storageClass)
    precondition(count <= capacity, "there is room for what is there")
  }
}

extension Tree {
  /// Checks the whole tree, and the versions that it shares nodes with.
  func checkInvariants() {
    guard !isLeaf else {
      items.checkInvariants()
      precondition(items.count <= LeafNode<Element>.limit, "a leaf has its limit")
      return
    }
    let version = items.storage.version
    let lineage = version.pointee.lineage
    lineage.waitForTurn()
    defer { lineage.endTurn() }
    lineage.checkInvariants()
    let check = NodeCheck<Element>(
      number: version.pointee.number, seen: lineage.past(of: version)?.number ?? 0)
    precondition(version.isSound)
    check.checkBranches(of: version.root, version.pointee.height, isOwn: true)
  }
}

extension UnsafeMutablePointer<Version> {
  /// True if the version's own invariants hold, as far as they can be checked in constant time.
  var isSound: Bool {
    pointee.height > 0 && (1...InnerNode.limit).contains(root.count)
  }
}

/// A walk through the nodes of a version.
private struct NodeCheck<Element: CellElement> {
  /// The number of the version.
  let number: UInt32
  /// The version number up to which nodes belong to older versions.
  let seen: UInt32

  func checkBranches(of inner: InnerNode, _ height: Int, isOwn: Bool) {
    precondition((1...InnerNode.limit).contains(inner.count), "a node has branches, and its limit")
    for branch in 0..<inner.count {
      let node = inner.branches[branch]
      checkBirth(node.birth, isOwn: isOwn)
      let isOwn = node.birth > seen
      let size: Int
      if height == 1 {
        let leaf = LeafNode<Element>(node: node)
        precondition((1...LeafNode<Element>.limit).contains(leaf.count), "a leaf has its limit")
        for index in 0..<leaf.count { checkBirth(leaf.births[index], isOwn: isOwn) }
        size = leaf.total
      } else {
        let below = InnerNode(node: node)
        checkBranches(of: below, height - 1, isOwn: isOwn)
        size = below.total
      }
      precondition(Int(inner.sizes[branch]) == size, "sizes are those of what is below")
    }
  }

  /// Checks the birth of a node or an element below a node.
  private func checkBirth(_ birth: UInt32, isOwn: Bool) {
    precondition(birth <= number, "what belongs to a version was born by then")
    precondition(isOwn || birth <= seen, "below what is shared all is shared")
  }
}
