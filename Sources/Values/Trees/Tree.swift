/// A sequence as a B+tree whose nodes are shared between copies until they are changed.
///
/// Elements that fit into one leaf are cells; more of them are a version of a tree of several nodes
/// (``Version``), whose nodes hold up to 16 elements or 32 branches. A change copies a handful of
/// small nodes if the sequence is shared, and none if it is not.
@usableFromInline
struct Tree<Element: CellElement>: Sendable {
  // Not an enum: a payload bound by a pattern is retained meanwhile, and so copied when it is
  // changed.
  /// The elements of a tree that is one leaf; for a larger tree, the storage of its version.
  @usableFromInline private(set) var items: Cells<Element>

  @inlinable @inline(__always)
  var isLeaf: Bool { items.areCells }
  private var version: UnsafeMutablePointer<Version> { items.storage.version }

  private static var leafLimit: Int { LeafNode<Element>.limit }

  init() { self.init(leaf: Cells(capacity: 0)) }

  private init(leaf: Cells<Element>) { items = leaf }

  init(_ items: ContiguousArray<Element>) { self.init(items, number: 1) }

  /// - Parameter number: The number of the version.
  init(_ items: ContiguousArray<Element>, number: UInt32) {
    guard items.count > Self.leafLimit else {
      var leaf = Cells<Element>(capacity: items.count)
      for item in items { leaf.append(item) }
      self.init(leaf: leaf)
      return
    }
    var level = Self.chunks(items.count, Self.leafLimit).map { range in
      let leaf = LeafNode<Element>.make(birth: number)
      for index in range { leaf.insert(items[index], birth: number, at: leaf.count) }
      return (leaf.node, leaf.count)
    }
    var height = 1
    while level.count > InnerNode.limit {
      level = Self.chunks(level.count, InnerNode.limit).map { range in
        let inner = InnerNode.make(birth: number)
        for (node, size) in level[range] { inner.append(node, size: size) }
        return (inner.node, inner.total)
      }
      height += 1
    }
    self.init(level, height: height, number: number)
  }

  /// Creates a tree from nodes of the same height.
  private init(_ branches: [(node: TreeNode, size: Int)], height: Int, number: UInt32) {
    let lineage = Lineage()
    let storage = CellStorage.makeVersion(
      Element.self, number: number, height: height, lineage: lineage)
    lineage.begin(with: storage.version)
    for (node, size) in branches { storage.version.root.append(node, size: size) }
    items = Cells(storage)
  }

  private static func chunks(_ count: Int, _ limit: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: limit).map { $0..<Swift.min($0 + limit, count) }
  }

  /// Returns true if both have the same storage.
  func isSame(as other: Tree) -> Bool { items.isSame(as: other.items) }

  /// The number of elements of a tree with a single leaf; nil for a larger tree.
  var leafCount: Int? { isLeaf ? items.count : nil }

  /// Passes the elements of a tree with a single leaf to `body`; returns nil for a larger tree.
  func readLeaf<R>(_ body: (UnsafeBufferPointer<Element>) -> R) -> R? {
    isLeaf ? items.read(body) : nil
  }

  // MARK: Elements

  /// Returns the address of an element, valid as long as the tree exists and is not changed.
  @inline(__always)
  func place(_ index: Int) -> UnsafePointer<Element> {
    isLeaf ? items.place(index) : placeBelow(index)
  }

  /// Returns the address of an element of a tree of several nodes.
  func placeBelow(_ index: Int) -> UnsafePointer<Element> {
    let (leaf, rest) = find(index)
    return UnsafePointer(leaf.elements + rest)
  }

  /// Returns the leaf with an element of a tree of several nodes, and the element's index in it.
  @inline(__always)
  private func find(_ index: Int) -> (LeafNode<Element>, Int) {
    var (node, rest) = (version.root, index)
    var height = version.pointee.height
    while true {
      let branch: Int
      (branch, rest) = node.find(rest)
      height -= 1
      if height == 0 { return (LeafNode(node: node.branches[branch]), rest) }
      node = InnerNode(node: node.branches[branch])
    }
  }

  /// Returns the address of an element, for changing it; the nodes on the path become the tree's
  /// own.
  @inline(__always)
  mutating func changingPlace(_ index: Int) -> UnsafeMutablePointer<Element> {
    isLeaf ? items.changingPlace(index) : changingPlaceBelow(index)
  }

  @inline(never)
  private mutating func changingPlaceBelow(_ index: Int) -> UnsafeMutablePointer<Element> {
    edit { $0.changingPlace(index) }
  }

  subscript(index: Int) -> Element {
    get { place(index).pointee }
    _modify { yield &changingPlace(index).pointee }
  }

  /// Returns the number of elements that satisfy `isBefore`; they must come before all others.
  func partition(where isBefore: (Element) -> Bool) -> Int {
    if isLeaf { return items.read { $0.partition(isBefore) } }
    return withExtendedLifetime(items) {
      var node = version.root
      var height = version.pointee.height
      var skipped = 0
      while true {
        let before = UnsafeBufferPointer(start: node.branches, count: node.count).partition {
          isBefore(Self.first($0, height - 1).pointee)
        }
        let branch = Swift.max(0, before - 1)
        for place in 0..<branch { skipped += Int(node.sizes[place]) }
        height -= 1
        if height == 0 {
          let leaf = LeafNode<Element>(node: node.branches[branch])
          return skipped
            + UnsafeBufferPointer(start: leaf.elements, count: leaf.count).partition(isBefore)
        }
        node = InnerNode(node: node.branches[branch])
      }
    }
  }

  /// Returns the address of the first element below a node.
  private static func first(_ node: TreeNode, _ height: Int) -> UnsafeMutablePointer<Element> {
    var node = node
    for _ in 0..<height { node = InnerNode(node: node).branches[0] }
    return LeafNode<Element>(node: node).elements
  }

  // MARK: Changing

  /// Inserts an element.
  @inline(__always)
  mutating func insert(_ element: consuming Element, at index: Int) {
    if isLeaf, items.count < Self.leafLimit {
      items.insert(element, at: index)
    } else {
      insertBelow(element, at: index)
    }
  }

  @inline(never)
  private mutating func insertBelow(_ element: consuming Element, at index: Int) {
    if isLeaf { growToVersion() }
    var element = Optional(element)
    edit { $0.insert(element.take().unsafelyUnwrapped, at: index) }
  }

  /// Turns a tree with a single leaf into a version.
  private mutating func growToVersion() {
    let leaf = LeafNode<Element>.make(birth: 1)
    while !items.isEmpty { leaf.insert(items.remove(at: items.count - 1), birth: 1, at: 0) }
    self = Tree([(leaf.node, leaf.count)], height: 1, number: 1)
  }

  /// Removes an element.
  @inline(__always)
  mutating func remove(at index: Int) -> Element {
    isLeaf ? items.remove(at: index) : removeBelow(index)
  }

  @inline(never)
  private mutating func removeBelow(_ index: Int) -> Element {
    let element = edit { $0.remove(at: index) }
    shrinkToLeaf()
    return element
  }

  /// Turns a version with only one leaf into a single leaf.
  @inline(__always)
  private mutating func shrinkToLeaf() {
    guard version.root.count == 1, version.pointee.height == 1 else { return }
    self = Tree(ContiguousArray(self))
  }

  /// Moves an element to the index `to`, which is counted after the removal.
  mutating func move(from: Int, to: Int) {
    if isLeaf {
      items.move(from: from, to: to)
    } else {
      moveBelow(from: from, to: to)
    }
  }

  @inline(never)
  private mutating func moveBelow(from: Int, to: Int) {
    edit { $0.insert($0.remove(at: from), at: to) }
    shrinkToLeaf()
  }

  // MARK: Versions

  /// Changes a tree of several nodes.
  @inline(__always)
  private mutating func edit<R>(_ change: (VersionEdit<Element>) -> R) -> R {
    // Debug builds check the version itself; checking the nodes below it would take too long.
    defer { assert(version.isSound) }
    if isKnownUniquelyReferenced(&items.storage), version.sharesNothing {
      return change(VersionEdit(alone: version))
    }
    return editShared(change)
  }

  /// Changes a tree that shares nodes with others.
  @inline(never)
  private mutating func editShared<R>(_ change: (VersionEdit<Element>) -> R) -> R {
    let isAlone = isKnownUniquelyReferenced(&items.storage)
    // The present version may end only after the lineage is unlocked.
    let present = items.storage
    defer { withExtendedLifetime(present) {} }
    var lineage = present.version.pointee.lineage
    lineage.waitForTurn()
    if present.version.pointee.number == .max
      || lineage.isToBeLeft(after: present.version.root.total)
    {
      lineage.endTurn()
      return rebuild(change)
    }
    if present.version.pointee.newer != nil {
      lineage.endTurn()
      lineage = Lineage(Element.self, from: present)
      items.storage = present.makeNextVersion(Element.self, lineage: lineage)
      lineage.begin(with: version)
      lineage.waitForTurn()
    } else if !isAlone {
      items.storage = present.makeNextVersion(Element.self, lineage: lineage)
      lineage.add(version, after: present.version)
    }
    let result = change(VersionEdit(locked: version))
    let origin = lineage.adoptOrigin()
    lineage.endTurn()
    CellStorage.end(origin, Element.self)
    return result
  }

  /// Replaces the tree by one with the same elements that shares no nodes, and changes that.
  private mutating func rebuild<R>(_ change: (VersionEdit<Element>) -> R) -> R {
    self = Tree(ContiguousArray(self))
    if isLeaf { growToVersion() }
    return change(VersionEdit(alone: version))
  }
}

extension UnsafeBufferPointer {
  /// Returns the number of elements that satisfy `isBefore`; they must come before all others.
  fileprivate func partition(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Tree: Sequence {
  @usableFromInline func makeIterator() -> Iterator { Iterator(self) }

  /// An iterator over the elements, leaf by leaf from the left to the right.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    private let tree: Tree
    /// The next element; its leaf has `rest` elements left.
    private var place: UnsafePointer<Element>?
    private var rest: Int
    /// The indices of the elements after that leaf.
    private var others: Range<Int>

    fileprivate init(_ tree: Tree) {
      self.tree = tree
      rest = tree.isLeaf ? tree.items.count : 0
      place = rest > 0 ? tree.items.place(0) : nil
      others = 0..<(tree.isLeaf ? 0 : tree.version.root.total)
    }

    /// Iterates over some elements of a tree of several nodes.
    fileprivate init(_ tree: Tree, _ range: Range<Int>) {
      self.tree = tree
      rest = 0
      others = range
    }

    @usableFromInline mutating func next() -> Element? {
      if rest == 0 {
        guard !others.isEmpty else { return nil }
        let (leaf, index) = tree.find(others.lowerBound)
        place = UnsafePointer(leaf.elements + index)
        rest = Swift.min(leaf.count - index, others.count)
        others = others.lowerBound + rest..<others.upperBound
      }
      guard let element = place else { return nil }
      place = element + 1
      rest -= 1
      return element.pointee
    }
  }
}

// Safe since the iterator keeps the tree, and so the address, alive.
extension Tree.Iterator: @unchecked Sendable {}

extension Tree {
  /// Visits the elements of two trees at the same indices, up to the end of the shorter one; parts
  /// that both share may be skipped.
  ///
  /// - Parameter goesOn: Visits two elements; returns false to end.
  /// - Returns: False if the visit has ended early.
  static func visit<E: Error>(
    _ left: Tree, _ right: Tree, skippingShared: Bool,
    _ goesOn: (_ index: Int, Element, Element) throws(E) -> Bool
  ) throws(E) -> Bool {
    if skippingShared, left.isSame(as: right) { return true }
    guard !left.isLeaf, !right.isLeaf, left.version.pointee.height == right.version.pointee.height
    else { return try visit(Iterator(left), Iterator(right), from: 0, goesOn) }

    /// Visits the elements below two nodes, the first of which is at the index `start`, as long as
    /// both trees are split alike.
    ///
    /// - Returns: The index up to which all elements were visited; nil if the visit has ended early.
    func visitBelow(
      _ one: InnerNode, _ other: InnerNode, _ height: Int, from start: Int
    ) throws(E) -> Int? {
      var start = start
      for branch in 0..<Swift.min(one.count, other.count) {
        let (below, otherBelow) = (one.branches[branch], other.branches[branch])
        let (size, otherSize) = (Int(one.sizes[branch]), Int(other.sizes[branch]))
        if !skippingShared || below != otherBelow {
          if height > 1 {
            let (below, otherBelow) = (InnerNode(node: below), InnerNode(node: otherBelow))
            guard let end = try visitBelow(below, otherBelow, height - 1, from: start) else {
              return nil
            }
            if end < start + Swift.max(size, otherSize) { return end }
          } else {
            let (leaf, other) = (
              LeafNode<Element>(node: below), LeafNode<Element>(node: otherBelow)
            )
            for index in 0..<Swift.min(size, otherSize) {
              guard try goesOn(start + index, leaf.elements[index], other.elements[index])
              else { return nil }
            }
            if size != otherSize { return start + Swift.min(size, otherSize) }
          }
        }
        start += size
      }
      return start
    }

    defer { withExtendedLifetime((left, right)) {} }
    let (root, otherRoot) = (left.version.root, right.version.root)
    guard let end = try visitBelow(root, otherRoot, left.version.pointee.height, from: 0) else {
      return false
    }
    if end == root.total || end == otherRoot.total { return true }
    return try visit(
      Iterator(left, end..<root.total), Iterator(right, end..<otherRoot.total), from: end, goesOn)
  }

  private static func visit<E: Error>(
    _ items: consuming Iterator, _ others: consuming Iterator, from start: Int,
    _ goesOn: (_ index: Int, Element, Element) throws(E) -> Bool
  ) throws(E) -> Bool {
    var index = start
    while let item = items.next(), let other = others.next() {
      guard try goesOn(index, item, other) else { return false }
      index += 1
    }
    return true
  }
}
