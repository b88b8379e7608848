/// A change of the newest version of a tree, to which there is a single reference.
struct VersionEdit<Element: CellElement> {
  private typealias Leaf = LeafNode<Element>
  private typealias Branch = (node: TreeNode, size: Int)

  private let version: UnsafeMutablePointer<Version>
  /// Anything born up to this number is not the version's own; 0 if everything is.
  private let seen: UInt32
  /// The nodes and elements retired to the version before; nil if there is no version before.
  private let retired: UnsafeMutablePointer<Retired>?

  /// Creates a change of a version that shares nothing.
  @inline(__always)
  init(alone version: UnsafeMutablePointer<Version>) {
    self.version = version
    seen = 0
    retired = nil
  }

  /// Creates a change of a version whose lineage is locked.
  init(locked version: UnsafeMutablePointer<Version>) {
    let past = version.pointee.lineage.past(of: version)
    self.version = version
    seen = past?.number ?? 0
    retired = past?.retired
  }

  private var birth: UInt32 { version.pointee.number }

  // MARK: Nodes

  /// Returns the branch at an address after making it the version's own.
  @inline(__always)
  private func own<View: TreeNodeView>(
    _ branch: UnsafeMutablePointer<TreeNode>, as type: View.Type
  ) -> View {
    // If everything is the version's own, the node is not read: that could be a cache miss.
    let node = branch.pointee
    return seen == 0 || node.birth > seen ? View(node: node) : copy(branch, as: type)
  }

  @inline(never)
  private func copy<View: TreeNodeView>(
    _ branch: UnsafeMutablePointer<TreeNode>, as type: View.Type
  ) -> View {
    let node = branch.pointee
    let new = View.make(birth: birth)
    new.copy(View(node: node))
    branch.pointee = new.node
    retired?.pointee.append(node)
    return new
  }

  /// Frees or retires a node that is no longer in the tree, but not its contents.
  private func drop(_ node: TreeNode) {
    if node.birth > seen {
      node.deallocate()
    } else {
      retired?.pointee.append(node)
    }
  }

  // MARK: Elements

  /// Returns the address of an element, for changing it.
  @inline(__always)
  func changingPlace(_ index: Int) -> UnsafeMutablePointer<Element> {
    var (inner, height, rest) = (version.root, version.pointee.height, index)
    while true {
      let branch: Int
      (branch, rest) = inner.find(rest)
      height -= 1
      if height == 0 {
        let leaf = own(inner.branches + branch, as: Leaf.self)
        own(rest, of: leaf)
        return leaf.elements + rest
      }
      inner = own(inner.branches + branch, as: InnerNode.self)
    }
  }

  /// Makes an element of a leaf the version's own.
  @inline(__always)
  private func own(_ index: Int, of leaf: Leaf) {
    if seen != 0, leaf.births[index] <= seen { copy(index, of: leaf) }
  }

  @inline(never)
  private func copy(_ index: Int, of leaf: Leaf) {
    let place = leaf.elements + index
    retired?.pointee.append(UnsafePointer(place), birth: leaf.births[index])
    place.initialize(to: place.pointee)
    leaf.births[index] = birth
  }

  // MARK: Insertion

  /// Inserts an element; the tree gets another level if its root is full.
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

  /// Inserts an element below a node that is the version's own; returns the branch that no longer
  /// fits, which belongs after the node.
  private func insert(
    _ element: consuming Element, at index: Int, in inner: InnerNode, _ height: Int
  ) -> Branch? {
    let (place, rest) = inner.findPlace(index)
    let below = inner.branches + place
    let sibling =
      height == 1
      ? insert(element, at: rest, in: own(below, as: Leaf.self))
      : insert(element, at: rest, in: own(below, as: InnerNode.self), height - 1)
    inner.sizes[place] += 1
    guard let sibling else { return nil }
    inner.sizes[place] -= UInt32(sibling.size)
    return insert(sibling, at: place + 1, in: inner)
  }

  private func insert(_ element: consuming Element, at index: Int, in leaf: Leaf) -> Branch? {
    let (roomy, place, upper) = room(in: leaf, at: index)
    roomy.insert(element, birth: birth, at: place)
    return upper.map { ($0.node, $0.total) }
  }

  private func insert(_ branch: Branch, at place: Int, in inner: InnerNode) -> Branch? {
    let (roomy, place, upper) = room(in: inner, at: place)
    roomy.insert(branch.node, size: branch.size, at: place)
    return upper.map { ($0.node, $0.total) }
  }

  /// Returns the node and the index for an insertion. A full node is split: the node is then either
  /// half, and `upper` is the upper half, which belongs after the node.
  @inline(__always)
  private func room<View: TreeNodeView>(
    in node: View, at place: Int
  ) -> (node: View, place: Int, upper: View?) {
    let count = node.node.count
    guard count == View.limit else { return (node, place, nil) }
    // A sequence that grows at its end should have full nodes.
    let half = place == count ? count : count / 2
    let upper = View.make(birth: birth)
    node.move(half..<count, to: upper, at: 0)
    return place > half || half == count ? (upper, place - half, upper) : (node, place, upper)
  }

  // MARK: Removal

  /// Removes an element; the tree loses a level if its root has one branch, which is not a leaf.
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
    let below = inner.branches + place
    inner.sizes[place] -= 1
    if height == 1 {
      let leaf = own(below, as: Leaf.self)
      let element = remove(at: rest, from: leaf)
      if leaf.count < Leaf.limit / 4, inner.count > 1 { balance(Leaf.self, inner, place) }
      return element
    }
    let node = own(below, as: InnerNode.self)
    let element = remove(at: rest, from: node, height - 1)
    if node.count < InnerNode.limit / 4, inner.count > 1 { balance(InnerNode.self, inner, place) }
    return element
  }

  private func remove(at index: Int, from leaf: Leaf) -> Element {
    own(index, of: leaf)
    let element = (leaf.elements + index).move()
    leaf.closeGap(at: index)
    return element
  }

  /// Joins a branch that has become small with a neighbour, or moves items from the neighbour to
  /// it.
  private func balance<View: TreeNodeView>(_ type: View.Type, _ inner: InnerNode, _ place: Int) {
    let left = max(place - 1, 0)
    let next = inner.branches + left + 1
    let lower = own(inner.branches + left, as: type)
    let all = lower.node.count + next.pointee.count
    if all <= View.limit {
      lower.append(View(node: next.pointee))
      drop(next.pointee)
      inner.remove(at: left + 1)
    } else {
      let upper = own(next, as: type)
      if lower.node.count < all / 2 {
        upper.move(0..<all / 2 - lower.node.count, to: lower, at: lower.node.count)
      } else {
        lower.move(all / 2..<lower.node.count, to: upper, at: 0)
      }
      inner.sizes[left + 1] = UInt32(upper.total)
    }
    inner.sizes[left] = UInt32(lower.total)
  }
}
