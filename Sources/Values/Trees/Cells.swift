/// A few elements in one allocation, from which records and small lists and maps are made. Copies
/// share the allocation until one of them is changed.
///
/// The type and its storage manage memory by hand. The invariants:
///
/// 1. The elements at `0..<count` are initialized and of the type that the storage's class is for;
///    the memory after them, up to the capacity, is uninitialized.
/// 2. Code that changes an element or the count has the only reference to the storage.
/// 3. The address of an element is valid while the cells, or a copy of them, exist unchanged.
@usableFromInline
struct Cells<Element: CellElement> {
  @usableFromInline var storage: CellStorage

  /// Creates empty cells with room for `capacity` elements.
  ///
  /// - Parameter descriptor: The object that describes the elements, such as the shape of a record.
  init(capacity: Int, descriptor: AnyObject? = nil) {
    storage = .make(Element.self, capacity: capacity, descriptor: descriptor)
  }

  init(_ storage: CellStorage) { self.storage = storage }

  /// Creates cells with one element and room for no other.
  init(_ element: consuming Element, descriptor: AnyObject) {
    storage = .make(Element.self, capacity: 1, descriptor: descriptor)
    storage.elements(Element.self).initialize(to: element)
    storage.count = 1
  }

  /// Creates cells with two elements and room for no other.
  init(_ first: consuming Element, _ second: consuming Element, descriptor: AnyObject) {
    storage = .make(Element.self, capacity: 2, descriptor: descriptor)
    storage.elements(Element.self).initialize(to: first)
    (storage.elements(Element.self) + 1).initialize(to: second)
    storage.count = 2
  }

  /// True for cells; false for a version of a tree that represents some.
  @inlinable @inline(__always)
  var areCells: Bool { storage.head.pointee.contents == .cells }

  @inlinable @inline(__always)
  var descriptor: AnyObject? { storage.head.pointee.descriptor }
  @inlinable @inline(__always)
  var count: Int { storage.count }
  @inlinable @inline(__always)
  var capacity: Int { Int(storage.head.pointee.capacity) }
  var isEmpty: Bool { count == 0 }

  /// Returns true if both share one allocation.
  func isSame(as other: Cells) -> Bool { storage === other.storage }

  /// Returns the address of an element.
  @inlinable @inline(__always)
  func place(_ index: Int) -> UnsafePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return UnsafePointer(storage.elements(Element.self) + index)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { place(index).pointee }
    @inline(__always) _modify { yield &changingPlace(index).pointee }
  }

  /// Returns the address of an element, for changing it; valid until the cells are copied.
  @inline(__always)
  mutating func changingPlace(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    own(room: 0)
    return storage.elements(Element.self) + index
  }

  /// Passes all elements to `body`.
  @inline(__always)
  func read<R>(_ body: (UnsafeBufferPointer<Element>) -> R) -> R {
    withExtendedLifetime(storage) {
      body(UnsafeBufferPointer(start: storage.elements(Element.self), count: count))
    }
  }

  /// Makes this the only reference to an allocation with room for `room` elements.
  @inline(__always)
  private mutating func own(room: Int) {
    if capacity < room || !isKnownUniquelyReferenced(&storage) { move(room) }
  }

  @inline(never)
  private mutating func move(_ room: Int) {
    if isKnownUniquelyReferenced(&storage) {
      let new = CellStorage.make(
        Element.self, capacity: max(4, room, 2 * capacity), descriptor: descriptor)
      storage.moveElements(Element.self, to: new)
      storage = new
    } else {
      let new = CellStorage.make(Element.self, capacity: max(count, room), descriptor: descriptor)
      storage.copyElements(Element.self, to: new)
      storage = new
    }
  }

  mutating func append(_ element: consuming Element) {
    defer { assert(areCells && count <= capacity) }
    own(room: count + 1)
    (storage.elements(Element.self) + count).initialize(to: element)
    storage.count += 1
  }

  /// Appends `count` elements, each of which `put` initializes unless it returns an error.
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
    defer { assert(areCells && count <= capacity) }
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

  /// Moves an element to the index `to`, which is counted after the removal.
  mutating func move(from: Int, to: Int) {
    precondition(from >= 0 && from < count && to >= 0 && to < count)
    own(room: 0)
    storage.rotate(Element.self, from: from, to: to)
  }
}

// Safe by 2: storage to which several threads have references is not changed.
extension Cells: @unchecked Sendable {}
