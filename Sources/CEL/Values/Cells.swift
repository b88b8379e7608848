/// A few elements in one allocation: what records and small lists and maps are made of. Copies share
/// the allocation until one of them is changed.
///
/// It and its storage manage memory by hand. What holds, whatever is done with them:
///
/// 1. The elements at `0..<count` are initialized and of the storage's kind, what follows up to the
///    capacity is not.
/// 2. Whoever changes an element or the count holds the only reference to the storage.
/// 3. A place of an element is good while the cells, or a copy of them, are there and unchanged.
struct Cells<Element: CellElement> {
  var storage: CellStorage

  /// No elements yet, and room for as many as `capacity`.
  ///
  /// - Parameter shape: What the elements are the fields of, of a record.
  init(capacity: Int, shape: Shape? = nil) {
    storage = .make(Element.self, capacity: capacity, shape: shape)
  }

  init(_ storage: CellStorage) { self.storage = storage }

  /// One element and room for no other.
  init(_ element: consuming Element, shape: Shape) {
    storage = .make(Element.self, capacity: 1, shape: shape)
    storage.elements(Element.self).initialize(to: element)
    storage.count = 1
  }

  /// Two elements and room for no other.
  init(_ first: consuming Element, _ second: consuming Element, shape: Shape) {
    storage = .make(Element.self, capacity: 2, shape: shape)
    storage.elements(Element.self).initialize(to: first)
    (storage.elements(Element.self) + 1).initialize(to: second)
    storage.count = 2
  }

  /// Whether these are cells, and not a version of a tree that stands for some.
  @inline(__always)
  var areCells: Bool { storage.head.pointee.kind == Element.cellKind }

  var shape: Shape? { storage.head.pointee.shape }
  var count: Int { storage.count }
  var capacity: Int { Int(storage.head.pointee.capacity) }
  var isEmpty: Bool { count == 0 }

  /// Whether both are the same allocation.
  func isSame(as other: Cells) -> Bool { storage === other.storage }

  /// Where an element is.
  @inline(__always)
  func place(_ index: Int) -> UnsafePointer<Element> {
    precondition(index >= 0 && index < count)
    return UnsafePointer(storage.elements(Element.self) + index)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { place(index).pointee }
    @inline(__always) _modify { yield &changingPlace(index).pointee }
  }

  /// Where an element is that is about to be changed; a good place until the cells are copied.
  @inline(__always)
  mutating func changingPlace(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count)
    own(room: 0)
    return storage.elements(Element.self) + index
  }

  /// Looks at all elements.
  @inline(__always)
  func read<R>(_ body: (UnsafeBufferPointer<Element>) -> R) -> R {
    withExtendedLifetime(storage) {
      body(UnsafeBufferPointer(start: storage.elements(Element.self), count: count))
    }
  }

  /// Makes this the only holder of an allocation with room for so many elements.
  @inline(__always)
  private mutating func own(room: Int) {
    if capacity < room || !isKnownUniquelyReferenced(&storage) { move(room) }
  }

  @inline(never)
  private mutating func move(_ room: Int) {
    if isKnownUniquelyReferenced(&storage) {
      let new = CellStorage.make(
        Element.self, capacity: max(4, room, 2 * capacity), shape: shape)
      storage.moveElements(Element.self, to: new)
      storage = new
    } else {
      let new = CellStorage.make(Element.self, capacity: max(count, room), shape: shape)
      storage.copyElements(Element.self, to: new)
      storage = new
    }
  }

  mutating func append(_ element: consuming Element) {
    own(room: count + 1)
    (storage.elements(Element.self) + count).initialize(to: element)
    storage.count += 1
  }

  /// Adds so many elements, which `put` initializes unless it answers an error.
  mutating func fill<E: Error>(
    _ count: Int, _ put: (Int, UnsafeMutablePointer<Element>) -> E?
  ) throws(E) {
    own(room: self.count + count)
    for index in 0..<count {
      let place = storage.elements(Element.self) + storage.count
      if let error = put(index, place) { throw error }
      storage.count += 1
    }
  }

  mutating func insert(_ element: consuming Element, at index: Int) {
    precondition(index >= 0 && index <= count)
    own(room: count + 1)
    storage.openGap(Element.self, at: index)
    (storage.elements(Element.self) + index).initialize(to: element)
  }

  mutating func remove(at index: Int) -> Element {
    precondition(index >= 0 && index < count)
    own(room: 0)
    let element = (storage.elements(Element.self) + index).move()
    storage.closeGap(Element.self, at: index)
    return element
  }

  /// Takes an element out and puts it in at a place that is counted after the removal.
  mutating func move(from: Int, to: Int) {
    precondition(from >= 0 && from < count && to >= 0 && to < count)
    own(room: 0)
    storage.rotate(Element.self, from: from, to: to)
  }
}

// By 2, what several threads hold is not changed.
extension Cells: @unchecked Sendable {}
