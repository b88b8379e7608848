/// A change of the newest version of a tree, which only one holds.
struct VersionEdit<Element: CellElement> {
  private let version: UnsafeMutablePointer<Version>
  /// What was born until then is not the version's own; 0 where everything is.
  private let seen: UInt32
  /// Where what the version before has goes to; nil where there is none.
  private let retired: UnsafeMutablePointer<Retired>?

  /// A change of a version that shares nothing.
  @inline(__always)
  init(alone version: UnsafeMutablePointer<Version>) {
    self.version = version
    seen = 0
    retired = nil
  }

  /// A change of a version whose lineage is locked.
  init(locked version: UnsafeMutablePointer<Version>) {
    let past = version.pointee.lineage.past(of: version)
    self.version = version
    seen = past?.number ?? 0
    retired = past?.retired
  }

  private var birth: UInt32 { version.pointee.number }

  // MARK: Nodes

  /// The branch at a place, which is made the version's own.
  @inline(__always)
  private func own(_ branch: UnsafeMutablePointer<TreeNode>, isLeaf: Bool) -> TreeNode {
    // Where everything is its own, nodes that are not near the processor need not be looked at for it.
    let node = branch.pointee
    return seen == 0 || node.birth > seen ? node : copy(branch, isLeaf: isLeaf)
  }

  @inline(never)
  private func copy(_ branch: UnsafeMutablePointer<TreeNode>, isLeaf: Bool) -> TreeNode {
    let node = branch.pointee
    if isLeaf {
      let new = LeafNode<Element>.make(birth: birth)
      new.copy(LeafNode(node: node))
      branch.pointee = new.node
    } else {
      let new = InnerNode.make(birth: birth)
      new.copy(InnerNode(node: node))
      branch.pointee = new.node
    }
    retired?.pointee.append(node)
    return branch.pointee
  }

  /// Lets go of a node that the tree has no longer, but not of what is in it.
  private func drop(_ node: TreeNode) {
    if node.birth > seen {
      node.deallocate()
    } else {
      retired?.pointee.append(node)
    }
  }

  // MARK: Elements

  /// Where an element is that is about to be changed.
  @inline(__always)
  func changingPlace(_ index: Int) -> UnsafeMutablePointer<Element> {
    var (node, height, rest) = (version.root, version.pointee.height, index)
    while true {
      let branch: Int
      (branch, rest) = node.find(rest)
      height -= 1
      let below = own(node.branches + branch, isLeaf: height == 0)
      if height == 0 {
        let leaf = LeafNode<Element>(node: below)
        own(rest, of: leaf)
        return leaf.elements + rest
      }
      node = InnerNode(node: below)
    }
  }

  /// Makes an element of a leaf the version's own.
  @inline(__always)
  private func own(_ index: Int, of leaf: LeafNode<Element>) {
    if seen != 0, leaf.births[index] <= seen { copy(index, of: leaf) }
  }

  @inline(never)
  private func copy(_ index: Int, of leaf: LeafNode<Element>) {
    let place = leaf.elements + index
    retired?.pointee.append(UnsafePointer(place), birth: leaf.births[index])
    place.initialize(to: place.pointee)
    leaf.births[index] = birth
  }

  // MARK: Insertion

  /// Inserts an element; the tree becomes higher where its root is full.
  func insert(_ element: consuming Element, at index: Int) {
    let root = version.root
    let height = version.pointee.height
    guard let sibling = insert(element, at: index, in: root, height) else { return }
    let lower = InnerNode.make(birth: birth)
    lower.copy(root)
    root.count = 0
    root.append(lower.node, size: lower.total)
    root.append(sibling.node, size: sibling.size)
    version.pointee.height = height + 1
  }

  private typealias Branch = (node: TreeNode, size: Int)

  /// Inserts an element below a node of the version's own; what did not fit any more is given back, to
  /// stand after it.
  private func insert(
    _ element: consuming Element, at index: Int, in inner: InnerNode, _ height: Int
  ) -> Branch? {
    let (place, rest) = inner.findPlace(index)
    let below = own(inner.branches + place, isLeaf: height == 1)
    let sibling =
      height == 1
      ? insert(element, at: rest, in: LeafNode(node: below))
      : insert(element, at: rest, in: InnerNode(node: below), height - 1)
    inner.sizes[place] += 1
    guard let sibling else { return nil }
    inner.sizes[place] -= UInt32(sibling.size)
    return insert(sibling, at: place + 1, in: inner)
  }

  private func insert(
    _ element: consuming Element, at index: Int, in leaf: LeafNode<Element>
  ) -> Branch? {
    let count = leaf.count
    guard count == LeafNode<Element>.limit else {
      leaf.insert(element, birth: birth, at: index)
      return nil
    }
    let upper = LeafNode<Element>.make(birth: birth)
    let half = Self.half(of: count, insertingAt: index)
    leaf.move(half..<count, to: upper, at: 0)
    if index > half || upper.count == 0 {
      upper.insert(element, birth: birth, at: index - half)
    } else {
      leaf.insert(element, birth: birth, at: index)
    }
    return (upper.node, upper.count)
  }

  private func insert(_ branch: Branch, at place: Int, in inner: InnerNode) -> Branch? {
    let count = inner.count
    guard count == InnerNode.limit else {
      inner.insert(branch.node, size: branch.size, at: place)
      return nil
    }
    let upper = InnerNode.make(birth: birth)
    let half = Self.half(of: count, insertingAt: place)
    inner.move(half..<count, to: upper, at: 0)
    if place > half || upper.count == 0 {
      upper.insert(branch.node, size: branch.size, at: place - half)
    } else {
      inner.insert(branch.node, size: branch.size, at: place)
    }
    return (upper.node, upper.total)
  }

  /// Where a full node is split. What grows at its end is to have full nodes.
  private static func half(of count: Int, insertingAt place: Int) -> Int {
    place == count ? count : count / 2
  }

  // MARK: Removal

  /// Removes an element; the tree becomes lower where its root has one branch, which is no leaf.
  func remove(at index: Int) -> Element {
    let root = version.root
    let element = remove(at: index, from: root, version.pointee.height)
    while version.pointee.height > 1, root.count == 1 {
      let below = root.branches[0]
      root.copy(InnerNode(node: below))
      version.pointee.height -= 1
      drop(below)
    }
    return element
  }

  private func remove(at index: Int, from inner: InnerNode, _ height: Int) -> Element {
    let (place, rest) = inner.find(index)
    let below = own(inner.branches + place, isLeaf: height == 1)
    inner.sizes[place] -= 1
    if height == 1 {
      let leaf = LeafNode<Element>(node: below)
      let element = remove(at: rest, from: leaf)
      if leaf.count < LeafNode<Element>.limit / 4, inner.count > 1 { balanceLeaves(inner, place) }
      return element
    }
    let node = InnerNode(node: below)
    let element = remove(at: rest, from: node, height - 1)
    if node.count < InnerNode.limit / 4, inner.count > 1 { balanceInner(inner, place) }
    return element
  }

  private func remove(at index: Int, from leaf: LeafNode<Element>) -> Element {
    own(index, of: leaf)
    let element = (leaf.elements + index).move()
    leaf.closeGap(at: index)
    return element
  }

  /// Joins a leaf that has become small with a neighbour, or takes from it.
  private func balanceLeaves(_ inner: InnerNode, _ place: Int) {
    let left = max(place - 1, 0)
    let lower = LeafNode<Element>(node: own(inner.branches + left, isLeaf: true))
    let all = lower.count + inner.branches[left + 1].count
    if all <= LeafNode<Element>.limit {
      lower.append(LeafNode(node: inner.branches[left + 1]))
      inner.sizes[left] = UInt32(all)
      drop(inner.branches[left + 1])
      inner.remove(at: left + 1)
      return
    }
    let upper = LeafNode<Element>(node: own(inner.branches + left + 1, isLeaf: true))
    if lower.count < all / 2 {
      upper.move(0..<all / 2 - lower.count, to: lower, at: lower.count)
      inner.sizes[left + 1] = UInt32(upper.count)
    } else {
      lower.move(all / 2..<lower.count, to: upper, at: 0)
      inner.sizes[left + 1] = UInt32(upper.count)
    }
    inner.sizes[left] = UInt32(lower.count)
  }

  /// The same of nodes that are no leaves.
  private func balanceInner(_ inner: InnerNode, _ place: Int) {
    let left = max(place - 1, 0)
    let lower = InnerNode(node: own(inner.branches + left, isLeaf: false))
    let all = lower.count + inner.branches[left + 1].count
    if all <= InnerNode.limit {
      lower.append(InnerNode(node: inner.branches[left + 1]))
      inner.sizes[left] += inner.sizes[left + 1]
      drop(inner.branches[left + 1])
      inner.remove(at: left + 1)
      return
    }
    let upper = InnerNode(node: own(inner.branches + left + 1, isLeaf: false))
    if lower.count < all / 2 {
      upper.move(0..<all / 2 - lower.count, to: lower, at: lower.count)
      inner.sizes[left + 1] = UInt32(upper.total)
    } else {
      lower.move(all / 2..<lower.count, to: upper, at: 0)
      inner.sizes[left + 1] = UInt32(upper.total)
    }
    inner.sizes[left] = UInt32(lower.total)
  }
}
