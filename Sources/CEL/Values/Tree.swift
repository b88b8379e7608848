/// A sequence as a B+tree whose nodes are shared between copies until they are changed.
///
/// Every node holds up to 16 elements or 32 branches: a change copies a handful of small nodes where
/// the sequence is shared, and none where it is not. Copied nodes borrow what they hold
/// (`CellStorage`).
struct Tree<Element: CellElement>: Sendable {
  // Not an enum: what is bound out of one is held twice meanwhile, and copied when it is changed.
  /// The elements of a leaf; of an inner node, its branches under another name.
  private var items: Cells<Element>

  private var isLeaf: Bool { items.holdElements }
  private var branches: Cells<Branch> {
    get { Cells(same: items) }
    _modify { yield &items.asCells(of: Branch.self).pointee }
  }

  private init(leaf: Cells<Element>) { items = leaf }
  private init(inner: Cells<Branch>) { items = Cells(same: inner) }

  struct Branch: Sendable {
    var node: Tree
    /// How many elements are in it.
    var count: Int
  }

  static var leafLimit: Int { 16 }
  static var innerLimit: Int { 32 }

  init() { items = Cells(capacity: 0) }

  init(_ items: ContiguousArray<Element>) {
    var level = Self.chunks(items.count, Self.leafLimit).map { range in
      var leaf = Cells<Element>(capacity: range.count)
      for item in items[range] { leaf.append(item) }
      return Branch(node: Tree(leaf: leaf), count: range.count)
    }
    while level.count > 1 {
      level = Self.chunks(level.count, Self.innerLimit).map { range in
        var inner = Cells<Branch>(capacity: Self.innerLimit)
        for branch in level[range] { inner.append(branch) }
        return Branch(node: Tree(inner: inner), count: Self.total(inner))
      }
    }
    self = level.first?.node ?? Tree()
  }

  private static func chunks(_ count: Int, _ limit: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: limit).map { $0..<Swift.min($0 + limit, count) }
  }

  /// Whether both are the same nodes.
  func isSame(as other: Tree) -> Bool { items.isSame(as: other.items) }

  /// How many elements there are, of a tree that is one leaf; nil for a larger one.
  var leafCount: Int? { isLeaf ? items.count : nil }

  /// Looks at the elements of a tree that is one leaf; nil for a larger one.
  func readLeaf<R>(_ body: (UnsafeBufferPointer<Element>) -> R) -> R? {
    isLeaf ? items.read(body) : nil
  }

  // MARK: Elements

  /// Where an element is, as long as the tree is there and is not changed.
  @inline(__always)
  func place(_ index: Int) -> UnsafePointer<Element> {
    if isLeaf { return items.place(index) }
    // A loop that calls nothing holds no node, which would take longer than finding the next.
    var rest = index
    var branch = branches.place(0)
    while true {
      while rest >= branch.pointee.count {
        rest -= branch.pointee.count
        branch += 1
      }
      if branch.pointee.node.isLeaf { return branch.pointee.node.items.place(rest) }
      branch = branch.pointee.node.branches.place(0)
    }
  }

  /// Where an element is that is about to be changed; the nodes on the way are the tree's alone.
  @inline(__always)
  mutating func changingPlace(_ index: Int) -> UnsafeMutablePointer<Element> {
    isLeaf ? items.changingPlace(index) : changingPlaceBelow(index)
  }

  @inline(never)
  private mutating func changingPlaceBelow(_ index: Int) -> UnsafeMutablePointer<Element> {
    let (place, rest) = find(index)
    return branches.changingPlace(place).pointee.node.changingPlace(rest)
  }

  subscript(index: Int) -> Element {
    get { place(index).pointee }
    _modify { yield &changingPlace(index).pointee }
  }

  /// How many elements stand before the first that is not `isBefore`, where all those that are
  /// stand first.
  func partition(where isBefore: (Element) -> Bool) -> Int {
    if isLeaf { return items.read { $0.partition(isBefore) } }
    return branches.read { branches in
      let before = branches.partition { isBefore($0.node.place(0).pointee) }
      let place = Swift.max(0, before - 1)
      var skipped = 0
      for branch in 0..<place { skipped += branches[branch].count }
      return skipped + branches[place].node.partition(where: isBefore)
    }
  }

  // MARK: Insertion

  /// Inserts an element.
  @inline(__always)
  mutating func insert(_ element: consuming Element, at index: Int, count: Int) {
    if isLeaf, items.count < Self.leafLimit {
      items.insert(element, at: index)
    } else {
      insertAnywhere(element, at: index, count: count)
    }
  }

  /// Inserts an element; a new root is made where the old one had to be split.
  @inline(never)
  private mutating func insertAnywhere(
    _ element: consuming Element, at index: Int, count: Int
  ) {
    guard let sibling = add(element, at: index) else { return }
    var root = Cells<Branch>(capacity: Self.innerLimit)
    root.append(Branch(node: self, count: count + 1 - sibling.count))
    root.append(sibling)
    self = Tree(inner: root)
  }

  /// Inserts an element; what did not fit any more is given back as a node to stand after this.
  private mutating func add(_ element: consuming Element, at index: Int) -> Branch? {
    if isLeaf {
      let upper = items.insert(element, at: index, limit: Self.leafLimit)
      return upper.map { Branch(node: Tree(leaf: $0), count: $0.count) }
    }
    let (place, rest) = find(index)
    let branch = branches.changingPlace(place)
    let sibling = branch.pointee.node.add(element, at: rest)
    branch.pointee.count += 1
    guard let sibling else { return nil }
    branch.pointee.count -= sibling.count
    let upper = branches.insert(sibling, at: place + 1, limit: Self.innerLimit)
    return upper.map { Branch(node: Tree(inner: $0), count: Self.total($0)) }
  }

  // MARK: Removal

  /// Removes an element.
  @inline(__always)
  mutating func remove(at index: Int) -> Element {
    isLeaf ? items.remove(at: index) : removeBelow(index)
  }

  /// Removes an element; a root of one branch gives way to that.
  @inline(never)
  private mutating func removeBelow(_ index: Int) -> Element {
    let element = take(at: index)
    while !isLeaf, items.count < 2 { self = branches[0].node }
    return element
  }

  private mutating func take(at index: Int) -> Element {
    if isLeaf { return items.remove(at: index) }
    let (place, rest) = find(index)
    let branch = branches.changingPlace(place)
    let element = branch.pointee.node.take(at: rest)
    branch.pointee.count -= 1
    if branch.pointee.node.isSmall, items.count > 1 { balance(place) }
    return element
  }

  /// Whether the node is to be joined with another.
  private var isSmall: Bool {
    items.count < (isLeaf ? Self.leafLimit : Self.innerLimit) / 4
  }

  /// Joins a branch that has become small with a neighbour, or takes from it.
  private mutating func balance(_ place: Int) {
    let left = place == 0 ? 0 : place - 1
    let right = branches.remove(at: left + 1)
    let branch = branches.changingPlace(left)
    let all = branch.pointee.count + right.count
    let rest = branch.pointee.node.join(right.node)
    branch.pointee.count = all - (rest?.count ?? 0)
    if let rest { branches.insert(rest, at: left + 1) }
  }

  /// Adds all of a node of the same height; gives back what does not fit.
  private mutating func join(_ other: consuming Tree) -> Branch? {
    precondition(isLeaf == other.isLeaf, "the branches of a node are of the same height")
    if isLeaf {
      let rest = items.join(other.items, limit: Self.leafLimit)
      return rest.map { Branch(node: Tree(leaf: $0), count: $0.count) }
    }
    let rest = branches.join(other.branches, limit: Self.innerLimit)
    return rest.map { Branch(node: Tree(inner: $0), count: Self.total($0)) }
  }

  // MARK: Moving

  /// Takes an element out and puts it in at a place that is counted after the removal.
  mutating func move(from: Int, to: Int, count: Int) {
    if isLeaf {
      items.move(from: from, to: to)
    } else {
      insert(remove(at: from), at: to, count: count - 1)
    }
  }

  // MARK: Branches

  /// The branch that the element is in, and its place there; the last branch takes the end too.
  @inline(__always)
  private func find(_ index: Int) -> (Int, Int) {
    branches.read { branches in
      var rest = index
      var place = 0
      while place < branches.count - 1, rest >= branches[place].count {
        rest -= branches[place].count
        place += 1
      }
      return (place, rest)
    }
  }

  /// How many elements the branches hold together.
  private static func total(_ branches: Cells<Branch>) -> Int {
    branches.read { $0.reduce(0) { $0 + $1.count } }
  }
}

extension Cells {
  /// Inserts an element; what does not fit any more is given back, to stand after these.
  fileprivate mutating func insert(
    _ element: consuming Element, at index: Int, limit: Int
  ) -> Cells? {
    guard count == limit else {
      insert(element, at: index)
      return nil
    }
    // What grows at its end is to have full nodes.
    let half = index == count ? count : count / 2
    var upper = split(at: half)
    if index > half || upper.isEmpty {
      upper.insert(element, at: index - half)
    } else {
      insert(element, at: index)
    }
    return upper
  }

  /// Adds all of another's elements; where these are too many, gives back the upper half of all.
  fileprivate mutating func join(_ other: consuming Cells, limit: Int) -> Cells? {
    let all = count + other.count
    if all <= limit {
      append(other)
      return nil
    }
    var upper: Cells
    if count < all / 2 {
      upper = other.split(at: all / 2 - count)
      append(other)
    } else {
      upper = split(at: all / 2)
      upper.append(other)
    }
    return upper
  }
}

extension UnsafeBufferPointer {
  /// How many elements stand before the first that is not `isBefore`.
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
  func makeIterator() -> Iterator { Iterator(self) }

  struct Iterator: IteratorProtocol, Sendable {
    private var items: Cells<Element>
    private var index = 0
    /// The inner nodes above the leaf, and which branch is next.
    private var path: [(branches: Cells<Branch>, next: Int)] = []

    fileprivate init(_ tree: Tree) { items = Self.firstLeaf(of: tree, &path) }

    private static func firstLeaf(
      of tree: Tree, _ path: inout [(branches: Cells<Branch>, next: Int)]
    ) -> Cells<Element> {
      var tree = tree
      while !tree.isLeaf {
        path.append((tree.branches, 1))
        tree = tree.branches[0].node
      }
      return tree.items
    }

    mutating func next() -> Element? {
      while index == items.count {
        guard let (branches, next) = path.popLast() else { return nil }
        guard next < branches.count else { continue }
        path.append((branches, next + 1))
        items = Self.firstLeaf(of: branches[next].node, &path)
        index = 0
      }
      defer { index += 1 }
      return items[index]
    }
  }
}

extension Tree {
  /// Whether both have the same elements, as `areSame` says of two; where values are equal to
  /// themselves, what both share need not be looked at.
  static func areEqual<E: Error>(
    _ left: Tree, _ right: Tree, skippingShared: Bool,
    by areSame: (Element, Element) throws(E) -> Bool
  ) throws(E) -> Bool {
    if skippingShared, left.isSame(as: right) { return true }
    switch (left.isLeaf, right.isLeaf) {
    case (true, true):
      guard left.items.count == right.items.count else { return false }
      for index in left.items.indices {
        guard try areSame(left.items[index], right.items[index]) else { return false }
      }
      return true
    case (false, false) where left.hasBranchesAs(right):
      for index in left.branches.indices {
        let (left, right) = (left.branches[index].node, right.branches[index].node)
        guard try areEqual(left, right, skippingShared: skippingShared, by: areSame) else {
          return false
        }
      }
      return true
    default:
      var others = right.makeIterator()
      for item in left {
        guard let other = others.next(), try areSame(item, other) else { return false }
      }
      return others.next() == nil
    }
  }

  /// Whether the branches of both hold as many elements each.
  private func hasBranchesAs(_ other: Tree) -> Bool {
    let (left, right) = (branches, other.branches)
    return left.count == right.count
      && left.indices.allSatisfy { left[$0].count == right[$0].count }
  }
}
