/// A list of values. Copies share what they have in common: changing an element, inserting and
/// removing take time that hardly grows with the list, whether it is shared or not.
public struct List: Sendable {
  private var tree: Tree<Value>
  /// How many elements there are.
  public private(set) var count: Int

  /// An empty list.
  public init() {
    tree = Tree()
    count = 0
  }

  /// A list of these elements, in time linear in their number.
  public init(_ items: some Sequence<Value>) {
    let items = ContiguousArray(items)
    tree = Tree(items)
    count = items.count
  }

  /// Whether there is no element.
  public var isEmpty: Bool { count == 0 }

  /// - Precondition: `index` is one of the list's.
  public subscript(index: Int) -> Value {
    get {
      precondition(index >= 0 && index < count)
      return tree[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &tree[index]
    }
  }

  /// Where the element is, as long as the list is there and is not changed.
  func place(_ index: Int) -> UnsafePointer<Value> { tree.place(index) }

  /// Where an element is that is about to be changed.
  @inline(__always)
  mutating func changingPlace(_ index: Int) -> UnsafeMutablePointer<Value> {
    precondition(index >= 0 && index < count)
    return tree.changingPlace(index)
  }

  /// - Precondition: `index` is one of the list's or its count.
  public mutating func insert(_ value: Value, at index: Int) {
    precondition(index >= 0 && index <= count)
    tree.insert(value, at: index)
    count += 1
  }

  /// Adds an element at the end.
  public mutating func append(_ value: Value) { insert(value, at: count) }

  /// - Precondition: `index` is one of the list's.
  @discardableResult
  public mutating func remove(at index: Int) -> Value {
    precondition(index >= 0 && index < count)
    count -= 1
    return tree.remove(at: index)
  }

  /// Takes the element at `from` out and puts it in at `to`, counted after the removal.
  ///
  /// - Precondition: both are indices of the list's.
  public mutating func move(from: Int, to: Int) {
    precondition(from >= 0 && from < count && to >= 0 && to < count)
    tree.move(from: from, to: to)
  }

  /// Lets two elements change places.
  public mutating func swapAt(_ left: Int, _ right: Int) {
    let element = self[left]
    self[left] = self[right]
    self[right] = element
  }

  /// The elements at the indices of `range`.
  public func slice(_ range: Range<Int>) -> List {
    List(dropFirst(range.lowerBound).prefix(range.count))
  }
}

extension List: Sequence {
  /// Goes through the elements of one version of the list.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var inner: Tree<Value>.Iterator
    public mutating func next() -> Value? { inner.next() }
  }

  public func makeIterator() -> Iterator { Iterator(inner: tree.makeIterator()) }
  public var underestimatedCount: Int { count }
}

extension List: Equatable {
  /// Whether both have the same elements; what both share is not looked at.
  public static func == (left: List, right: List) -> Bool {
    left.count == right.count
      && Tree.areEqual(left.tree, right.tree, skippingShared: true) { $0 == $1 }
  }
}

extension List {
  /// Whether both have the same elements, as `areSame` says of two.
  func isEqual<E: Error>(
    to other: List, skippingShared: Bool, by areSame: (Value, Value) throws(E) -> Bool
  ) throws(E) -> Bool {
    guard count == other.count else { return false }
    return try Tree.areEqual(
      tree, other.tree, skippingShared: skippingShared, by: areSame)
  }
}

extension List: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self.init(elements) }
}
