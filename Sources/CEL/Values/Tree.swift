/// A sequence as a B+tree whose nodes are shared between copies until they are changed.
///
/// Every leaf holds up to 64 elements and every inner node up to 32 branches, so that a change
/// copies a handful of small arrays where the sequence is shared, and none where it is not.
enum Tree<Element: Sendable>: Sendable {
  case leaf(ContiguousArray<Element>)
  case inner(ContiguousArray<Branch>)

  struct Branch: Sendable {
    var node: Tree
    /// How many elements are in it.
    var count: Int
  }

  static var leafLimit: Int { 64 }
  static var innerLimit: Int { 32 }

  init() { self = .leaf([]) }

  init(_ items: ContiguousArray<Element>) {
    guard items.count > Self.leafLimit else {
      self = .leaf(items)
      return
    }
    var level: ContiguousArray<Branch> = []
    for range in Self.chunks(items.count, Self.leafLimit) {
      level.append(Branch(node: .leaf(ContiguousArray(items[range])), count: range.count))
    }
    while level.count > Self.innerLimit {
      var next: ContiguousArray<Branch> = []
      for range in Self.chunks(level.count, Self.innerLimit) {
        let branches = ContiguousArray(level[range])
        next.append(
          Branch(node: .inner(branches), count: branches.reduce(0) { $0 + $1.count }))
      }
      level = next
    }
    self = .inner(level)
  }

  private static func chunks(_ count: Int, _ limit: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: limit).map { $0..<Swift.min($0 + limit, count) }
  }

  /// Whether both are the same nodes.
  func isSame(as other: Tree) -> Bool {
    switch (self, other) {
    case (.leaf(let left), .leaf(let right)): left.isSame(as: right)
    case (.inner(let left), .inner(let right)): left.isSame(as: right)
    default: false
    }
  }

  /// How many elements or branches the node itself has.
  var width: Int {
    switch self {
    case .leaf(let items): items.count
    case .inner(let branches): branches.count
    }
  }

  private var limit: Int {
    switch self {
    case .leaf: Self.leafLimit
    case .inner: Self.innerLimit
    }
  }

  // MARK: Elements

  /// Where an element is, as long as the tree is there and is not changed.
  @inline(__always)
  func place(_ index: Int) -> UnsafePointer<Element> {
    switch self {
    case .leaf(let items): return items.place(index)
    case .inner(let branches):
      // A loop that calls nothing holds no node, which would take longer than finding the next.
      var rest = index
      var branch = branches.place(0)
      while true {
        while rest >= branch.pointee.count {
          rest -= branch.pointee.count
          branch += 1
        }
        switch branch.pointee.node {
        case .leaf(let items): return items.place(rest)
        case .inner(let branches): branch = branches.place(0)
        }
      }
    }
  }

  subscript(index: Int) -> Element {
    get { place(index).pointee }
    _modify {
      switch self {
      case .leaf(var items):
        self = Tree()
        defer { self = .leaf(items) }
        yield &items[index]
      case .inner(var branches):
        self = Tree()
        defer { self = .inner(branches) }
        let (place, rest) = Self.find(index, in: branches)
        yield &branches[place].node[rest]
      }
    }
  }

  mutating func modify<R, E: Error>(
    at index: Int, _ body: (inout Element) throws(E) -> R
  ) throws(E) -> R {
    switch self {
    case .leaf(var items):
      self = Tree()
      defer { self = .leaf(items) }
      return try body(&items[index])
    case .inner(var branches):
      self = Tree()
      defer { self = .inner(branches) }
      let (place, rest) = Self.find(index, in: branches)
      return try branches[place].node.modify(at: rest, body)
    }
  }

  /// The branch that the element is in, and its place there; the last branch takes the end too.
  private static func find(_ index: Int, in branches: ContiguousArray<Branch>) -> (Int, Int) {
    var rest = index
    for place in branches.indices.dropLast() {
      if rest < branches[place].count { return (place, rest) }
      rest -= branches[place].count
    }
    return (branches.count - 1, rest)
  }

  /// How many elements stand before the first that is not `isBefore`, where all those that are
  /// stand first.
  func partition(where isBefore: (Element) -> Bool) -> Int {
    switch self {
    case .leaf(let items): return items.withUnsafeBufferPointer { $0.partition(isBefore) }
    case .inner(let branches):
      return branches.withUnsafeBufferPointer { branches in
        let before = branches.partition { isBefore($0.node.place(0).pointee) }
        let place = Swift.max(0, before - 1)
        var skipped = 0
        for branch in 0..<place { skipped += branches[branch].count }
        return skipped + branches[place].node.partition(where: isBefore)
      }
    }
  }

  // MARK: Insertion

  /// Inserts an element; a new root is made where the old one had to be split.
  mutating func insert(_ element: Element, at index: Int, count: Int) {
    guard let sibling = add(element, at: index) else { return }
    let all = count + 1
    let own = all - sibling.count
    self = .inner([Branch(node: self, count: own), sibling])
  }

  /// Inserts an element; what did not fit any more is given back as a node to stand after this.
  private mutating func add(_ element: Element, at index: Int) -> Branch? {
    switch self {
    case .leaf(var items):
      self = Tree()
      defer { self = .leaf(items) }
      if items.count < Self.leafLimit {
        items.insert(element, at: index)
        return nil
      }
      // What grows at its end is to have full leaves.
      if index == items.count { return Branch(node: .leaf([element]), count: 1) }
      let half = items.count / 2
      var upper = ContiguousArray(items[half...])
      items.removeSubrange(half...)
      if index <= half {
        items.insert(element, at: index)
      } else {
        upper.insert(element, at: index - half)
      }
      return Branch(node: .leaf(upper), count: upper.count)
    case .inner(var branches):
      self = Tree()
      defer { self = .inner(branches) }
      let (place, rest) = Self.find(index, in: branches)
      let sibling = branches[place].node.add(element, at: rest)
      branches[place].count += 1
      guard let sibling else { return nil }
      branches[place].count -= sibling.count
      branches.insert(sibling, at: place + 1)
      guard branches.count > Self.innerLimit else { return nil }
      let split = place + 2 == branches.count ? branches.count - 1 : branches.count / 2
      let upper = ContiguousArray(branches[split...])
      branches.removeSubrange(split...)
      return Branch(node: .inner(upper), count: upper.reduce(0) { $0 + $1.count })
    }
  }

  // MARK: Removal

  /// Removes an element; a root of one branch gives way to that.
  mutating func remove(at index: Int) -> Element {
    let element = take(at: index)
    while case .inner(let branches) = self, branches.count < 2 {
      self = branches.first?.node ?? Tree()
    }
    return element
  }

  private mutating func take(at index: Int) -> Element {
    switch self {
    case .leaf(var items):
      self = Tree()
      defer { self = .leaf(items) }
      return items.remove(at: index)
    case .inner(var branches):
      self = Tree()
      defer { self = .inner(branches) }
      let (place, rest) = Self.find(index, in: branches)
      let element = branches[place].node.take(at: rest)
      branches[place].count -= 1
      if branches[place].count == 0 {
        branches.remove(at: place)
      } else if branches[place].node.width < branches[place].node.limit / 4, branches.count > 1 {
        Self.balance(&branches, place)
      }
      return element
    }
  }

  /// Joins a branch that has become small with a neighbour, or takes from it.
  private static func balance(_ branches: inout ContiguousArray<Branch>, _ place: Int) {
    let left = place == 0 ? 0 : place - 1
    let right = branches.remove(at: left + 1)
    switch (branches[left].node, right.node) {
    case (.leaf(var items), .leaf(let others)):
      branches[left].node = Tree()
      items += others
      branches[left] = Branch(node: .leaf(items), count: items.count)
    case (.inner(var inner), .inner(let others)):
      branches[left].node = Tree()
      inner += others
      branches[left] = Branch(node: .inner(inner), count: branches[left].count + right.count)
    default:
      // The branches of a node are all of the same height.
      preconditionFailure("a tree out of balance")
    }
    if branches[left].node.width > branches[left].node.limit { split(&branches, left) }
  }

  private static func split(_ branches: inout ContiguousArray<Branch>, _ place: Int) {
    let all = branches[place].count
    let upper: Branch
    switch branches[place].node {
    case .leaf(var items):
      branches[place].node = Tree()
      let tail = ContiguousArray(items[(items.count / 2)...])
      items.removeSubrange((items.count / 2)...)
      branches[place].node = .leaf(items)
      upper = Branch(node: .leaf(tail), count: tail.count)
    case .inner(var inner):
      branches[place].node = Tree()
      let tail = ContiguousArray(inner[(inner.count / 2)...])
      inner.removeSubrange((inner.count / 2)...)
      branches[place].node = .inner(inner)
      upper = Branch(node: .inner(tail), count: tail.reduce(0) { $0 + $1.count })
    }
    branches[place].count = all - upper.count
    branches.insert(upper, at: place + 1)
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

extension ContiguousArray {
  /// Whether both are the same storage.
  func isSame(as other: ContiguousArray) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}

extension Tree: Sequence {
  func makeIterator() -> Iterator { Iterator(self) }

  struct Iterator: IteratorProtocol, Sendable {
    private var items: ContiguousArray<Element> = []
    private var index = 0
    /// The inner nodes above the leaf, and which branch is next.
    private var path: [(branches: ContiguousArray<Branch>, next: Int)] = []

    fileprivate init(_ tree: Tree) { enter(tree) }

    private mutating func enter(_ tree: Tree) {
      var tree = tree
      while true {
        switch tree {
        case .leaf(let items):
          self.items = items
          index = 0
          return
        case .inner(let branches):
          path.append((branches, 1))
          tree = branches[0].node
        }
      }
    }

    mutating func next() -> Element? {
      while index == items.count {
        guard let (branches, next) = path.popLast() else { return nil }
        guard next < branches.count else { continue }
        path.append((branches, next + 1))
        enter(branches[next].node)
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
    switch (left, right) {
    case (.leaf(let leftItems), .leaf(let rightItems)):
      if skippingShared, leftItems.isSame(as: rightItems) { return true }
      guard leftItems.count == rightItems.count else { return false }
      for index in leftItems.indices {
        guard try areSame(leftItems[index], rightItems[index]) else { return false }
      }
      return true
    case (.inner(let leftBranches), .inner(let rightBranches))
    where leftBranches.elementsEqual(rightBranches, by: { $0.count == $1.count }):
      if skippingShared, leftBranches.isSame(as: rightBranches) { return true }
      for index in leftBranches.indices {
        let (left, right) = (leftBranches[index].node, rightBranches[index].node)
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
}
