/// A list of values. Copies share common parts: changing, inserting and removing an element takes
/// time that hardly grows with the list, whether it is shared or not.
public struct List: Sendable {
  @usableFromInline var tree: Tree<Value>
  /// The number of elements.
  public private(set) var count: Int

  /// Creates an empty list.
  public init() {
    tree = Tree()
    count = 0
  }

  /// Creates a list with the given elements, in time linear in their number.
  public init(_ items: some Sequence<Value>) {
    let items = ContiguousArray(items)
    tree = Tree(items)
    count = items.count
  }

  /// True if the list has no elements.
  public var isEmpty: Bool { count == 0 }

  /// - Precondition: `index` is an index of the list.
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

  /// Returns an element in place, valid as long as the list exists and is not changed.
  @inlinable @inline(__always)
  package func place(_ index: Int) -> Borrow<Value> {
    Borrow(tree.isLeaf ? tree.items.place(index) : placeBelow(index))
  }

  // Not generic, so that callers in other modules use a specialized version.
  @inline(never) @usableFromInline @_effects(releasenone)
  func placeBelow(_ index: Int) -> UnsafePointer<Value> { tree.placeBelow(index) }

  /// Returns an element in place, for changing it.
  @inline(__always)
  package mutating func changingPlace(_ index: Int) -> Inout<Value> {
    precondition(index >= 0 && index < count)
    return Inout(tree.changingPlace(index))
  }

  /// - Precondition: `index` is an index of the list, or its count.
  public mutating func insert(_ value: Value, at index: Int) {
    precondition(index >= 0 && index <= count)
    tree.insert(value, at: index)
    count += 1
  }

  /// Adds an element at the end.
  public mutating func append(_ value: Value) { insert(value, at: count) }

  /// - Precondition: `index` is an index of the list.
  @discardableResult
  public mutating func remove(at index: Int) -> Value {
    precondition(index >= 0 && index < count)
    count -= 1
    return tree.remove(at: index)
  }

  /// Moves the element at `from` to the index `to`, which is counted after the removal.
  ///
  /// - Precondition: Both are indices of the list.
  public mutating func move(from: Int, to: Int) {
    precondition(from >= 0 && from < count && to >= 0 && to < count)
    tree.move(from: from, to: to)
  }

  /// Swaps two elements.
  public mutating func swapAt(_ left: Int, _ right: Int) {
    let element = self[left]
    self[left] = self[right]
    self[right] = element
  }

  /// Returns the elements at the indices in `range`.
  public func slice(_ range: Range<Int>) -> List {
    List(dropFirst(range.lowerBound).prefix(range.count))
  }
}

extension List: Sequence {
  /// An iterator over the elements of one version of the list.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var inner: Tree<Value>.Iterator
    public mutating func next() -> Value? { inner.next() }
  }

  public func makeIterator() -> Iterator { Iterator(inner: tree.makeIterator()) }
  public var underestimatedCount: Int { count }
}

extension List: Equatable {
  /// Returns true if both have the same elements; parts that both share are not compared.
  public static func == (left: List, right: List) -> Bool {
    guard left.count == right.count else { return false }
    var texts = EqualTexts()
    return Tree.visit(left.tree, right.tree, skippingShared: true) { texts.areEqual($1, $2) }
  }
}

extension List {
  /// Visits the elements of two lists at the same index, up to the end of the shorter one; parts that
  /// both share are left out and take no time.
  package func forEachUnshared(
    with old: List, _ visit: (_ index: Int, _ old: Value, _ new: Value) -> Void
  ) {
    _ = Tree.visit(old.tree, tree, skippingShared: true) { index, old, new in
      visit(index, old, new)
      return true
    }
  }
}

extension List {
  /// Returns true if both have the same elements according to `areSame`.
  func isEqual<E: Error>(
    to other: List, skippingShared: Bool, by areSame: (Value, Value) throws(E) -> Bool
  ) throws(E) -> Bool {
    guard count == other.count else { return false }
    return try Tree.visit(tree, other.tree, skippingShared: skippingShared) {
      (_, one, other) throws(E) in try areSame(one, other)
    }
  }
}

extension List: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self.init(elements) }
}
