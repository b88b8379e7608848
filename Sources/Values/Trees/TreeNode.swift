/// A node of a tree: raw memory that begins with the number of the version that made the node, and
/// the number of its branches or elements.
typealias TreeNode = UnsafeMutableRawPointer

extension TreeNode {
  fileprivate static let headSize = 2 * MemoryLayout<UInt32>.stride

  @inline(__always)
  private var head: UnsafeMutablePointer<UInt32> { assumingMemoryBound(to: UInt32.self) }

  /// The number of the version to which the node belongs.
  @inline(__always)
  var birth: UInt32 {
    get { head[0] }
    nonmutating set { head[0] = newValue }
  }

  /// The number of branches or elements.
  @inline(__always)
  var count: Int {
    get { Int(head[1]) }
    nonmutating set { head[1] = UInt32(truncatingIfNeeded: newValue) }
  }

  static func make(size: Int, birth: UInt32) -> TreeNode {
    let node = TreeNode.allocate(byteCount: size, alignment: MemoryLayout<UInt64>.alignment)
    node.birth = birth
    node.count = 0
    return node
  }
}

/// A typed view of a node, which is of one of two kinds.
protocol TreeNodeView {
  init(node: TreeNode)
  var node: TreeNode { get }

  /// The maximum number of branches or elements of a node.
  static var limit: Int { get }
  static func make(birth: UInt32) -> Self

  /// The number of elements in the node and below it.
  var total: Int { get }

  /// Moves branches or elements to another node, which has room for them.
  func move(_ range: Range<Int>, to other: Self, at place: Int)
  /// Appends everything in another node, which is dropped afterwards; there must be room.
  func append(_ other: Self)
  /// Copies another node into this one, except for its birth.
  func copy(_ other: Self)
}

/// A node with nodes below it, which are all of the same height.
struct InnerNode: TreeNodeView {
  let node: TreeNode

  static let limit = 32
  private static let branchesOffset = TreeNode.headSize + limit * MemoryLayout<UInt32>.stride
  /// The size of a node in bytes.
  static let size = branchesOffset + limit * MemoryLayout<TreeNode>.stride

  static func make(birth: UInt32) -> InnerNode { InnerNode(node: .make(size: size, birth: birth)) }

  /// The number of elements in each branch.
  @inline(__always)
  var sizes: UnsafeMutablePointer<UInt32> {
    (node + TreeNode.headSize).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always)
  var branches: UnsafeMutablePointer<TreeNode> {
    (node + Self.branchesOffset).assumingMemoryBound(to: TreeNode.self)
  }

  @inline(__always)
  var count: Int {
    get { node.count }
    nonmutating set { node.count = newValue }
  }

  /// The number of elements in all branches.
  var total: Int { (0..<count).reduce(0) { $0 + Int(sizes[$1]) } }

  /// Returns the branch that contains an element, and the element's index in it.
  ///
  /// - Precondition: The element exists.
  @inline(__always)
  func find(_ index: Int) -> (branch: Int, rest: Int) {
    var rest = index
    var branch = 0
    while rest >= Int(sizes[branch]) {
      rest -= Int(sizes[branch])
      branch += 1
    }
    return (branch, rest)
  }

  /// Returns the branch into which to insert an element, and the index in it.
  @inline(__always)
  func findPlace(_ index: Int) -> (branch: Int, rest: Int) {
    var rest = index
    var branch = 0
    while branch < count - 1, rest >= Int(sizes[branch]) {
      rest -= Int(sizes[branch])
      branch += 1
    }
    return (branch, rest)
  }

  /// Inserts a branch, for which there must be room.
  func insert(_ branch: TreeNode, size: Int, at place: Int) {
    (branches + place + 1).update(from: branches + place, count: count - place)
    (sizes + place + 1).update(from: sizes + place, count: count - place)
    branches[place] = branch
    sizes[place] = UInt32(size)
    count += 1
  }

  func append(_ branch: TreeNode, size: Int) { insert(branch, size: size, at: count) }

  func append(_ other: InnerNode) {
    (branches + count).update(from: other.branches, count: other.count)
    (sizes + count).update(from: other.sizes, count: other.count)
    count += other.count
  }

  func remove(at place: Int) {
    (branches + place).update(from: branches + place + 1, count: count - place - 1)
    (sizes + place).update(from: sizes + place + 1, count: count - place - 1)
    count -= 1
  }

  func move(_ range: Range<Int>, to other: InnerNode, at place: Int) {
    let moved = range.count
    (other.branches + place + moved).update(
      from: other.branches + place, count: other.count - place)
    (other.sizes + place + moved).update(from: other.sizes + place, count: other.count - place)
    (other.branches + place).update(from: branches + range.lowerBound, count: moved)
    (other.sizes + place).update(from: sizes + range.lowerBound, count: moved)
    other.count += moved
    (branches + range.lowerBound).update(
      from: branches + range.upperBound, count: count - range.upperBound)
    (sizes + range.lowerBound).update(
      from: sizes + range.upperBound, count: count - range.upperBound)
    count -= moved
  }

  @inline(__always)
  func copy(_ other: InnerNode) {
    // Only the branches in use: each further cache line to write to would be a cache miss.
    let count = other.count
    self.count = count
    sizes.update(from: other.sizes, count: count)
    branches.update(from: other.branches, count: count)
  }
}

/// A node of elements. It stores the birth of each element, which moves with the element.
struct LeafNode<Element: CellElement>: TreeNodeView {
  let node: TreeNode

  static var limit: Int { 16 }
  @inline(__always)
  private static var elementsOffset: Int {
    TreeNode.headSize + limit * MemoryLayout<UInt32>.stride
  }

  static func make(birth: UInt32) -> LeafNode {
    let size = elementsOffset + limit * MemoryLayout<Element>.stride
    return LeafNode(node: .make(size: size, birth: birth))
  }

  @inline(__always)
  var births: UnsafeMutablePointer<UInt32> {
    (node + TreeNode.headSize).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always)
  var elements: UnsafeMutablePointer<Element> {
    (node + Self.elementsOffset).assumingMemoryBound(to: Element.self)
  }

  @inline(__always)
  var count: Int {
    get { node.count }
    nonmutating set { node.count = newValue }
  }

  var total: Int { count }

  /// Inserts an element, for which there must be room.
  func insert(_ element: consuming Element, birth: UInt32, at index: Int) {
    copyWords(index..<count, to: self, at: index + 1)
    (elements + index).initialize(to: element)
    births[index] = birth
    count += 1
  }

  /// Closes the gap that a moved-out element left.
  func closeGap(at index: Int) {
    copyWords(index + 1..<count, to: self, at: index)
    count -= 1
  }

  func move(_ range: Range<Int>, to other: LeafNode, at place: Int) {
    other.copyWords(place..<other.count, to: other, at: place + range.count)
    copyWords(range, to: other, at: place)
    other.count += range.count
    copyWords(range.upperBound..<count, to: self, at: range.lowerBound)
    count -= range.count
  }

  func append(_ other: LeafNode) {
    other.copyWords(0..<other.count, to: self, at: count)
    count += other.count
  }

  func copy(_ other: LeafNode) {
    let birth = node.birth
    let size = Self.elementsOffset + other.count * MemoryLayout<Element>.stride
    node.copyMemory(from: other.node, byteCount: size)
    node.birth = birth
  }

  /// Copies elements word by word, to memory that may overlap.
  private func copyWords(_ range: Range<Int>, to other: LeafNode, at place: Int) {
    UnsafeMutableRawPointer(other.elements + place).copyMemory(
      from: elements + range.lowerBound, byteCount: range.count * MemoryLayout<Element>.stride)
    (other.births + place).update(from: births + range.lowerBound, count: range.count)
  }

  // MARK: Freeing

  /// Keeps only the elements that were born after a version, and links another leaf to this one.
  func prepareToFree(bornAfter version: UInt32, before next: TreeNode?) {
    if version > 0 {
      var owned = 0
      for index in 0..<count where births[index] > version {
        copyWords(index..<index + 1, to: self, at: owned)
        owned += 1
      }
      count = owned
    }
    UnsafeMutableRawPointer(births).storeBytes(of: next, as: TreeNode?.self)
  }

  /// Frees linked leaves with their elements.
  static func freeAll(_ first: TreeNode?) {
    var next = first
    while let node = next {
      let leaf = LeafNode(node: node)
      next = UnsafeRawPointer(leaf.births).load(as: TreeNode?.self)
      for index in 0..<leaf.count { (leaf.elements + index).deinitialize(count: 1) }
      node.deallocate()
    }
  }
}
