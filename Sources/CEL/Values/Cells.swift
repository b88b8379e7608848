/// Up to a fixed number of elements in one allocation: what records and the nodes of trees are made
/// of. Copies share the allocation until one of them is changed.
///
/// With its storage it is the one type here that manages memory by hand. What holds, whatever is
/// done with it:
///
/// 1. The elements at `0..<count` are initialized and of the storage's kind, what follows up to the
///    capacity is not.
/// 2. Whoever changes an element or the count holds the only reference to the storage.
/// 3. A place of an element is good while the cells, or a copy of them, are there and unchanged.
struct Cells<Element: CellElement> {
  fileprivate var storage: CellStorage

  /// No elements yet, and room for as many as `capacity`.
  ///
  /// - Parameter shape: What the elements are the fields of, of a record.
  init(capacity: Int, shape: Shape? = nil) {
    storage = .make(Element.self, capacity: capacity, shape: shape)
  }

  private init(_ storage: CellStorage) { self.storage = storage }

  /// One element and room for no other.
  init(_ element: consuming Element, shape: Shape) {
    storage = .make(Element.self, capacity: 1, shape: shape)
    storage.elements(Element.self).initialize(to: element)
    storage.head.pointee.count = 1
  }

  /// Two elements and room for no other.
  init(_ first: consuming Element, _ second: consuming Element, shape: Shape) {
    storage = .make(Element.self, capacity: 2, shape: shape)
    storage.elements(Element.self).initialize(to: first)
    (storage.elements(Element.self) + 1).initialize(to: second)
    storage.head.pointee.count = 2
  }

  /// Whether these cells hold what they say; a tree's node holds branches under the name of elements.
  @inline(__always)
  var holdElements: Bool { storage.head.pointee.kind == Element.cellKind }

  /// The same storage, which holds elements of another type.
  @inline(__always)
  init<Other>(same other: Cells<Other>) { storage = other.storage }

  /// These cells as ones of another type, where they lie: both are one reference to a storage.
  @inline(__always)
  mutating func asCells<Other>(of type: Other.Type) -> UnsafeMutablePointer<Cells<Other>> {
    withUnsafeMutablePointer(to: &self) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Cells<Other>.self)
    }
  }

  var shape: Shape? { storage.head.pointee.shape }
  var count: Int { storage.head.pointee.count }
  var capacity: Int { storage.head.pointee.capacity }
  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

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
    let new = CellStorage.make(
      Element.self, capacity: room <= capacity ? capacity : max(4, room, 2 * capacity), shape: shape
    )
    if isKnownUniquelyReferenced(&storage) {
      new.elements(Element.self).moveInitialize(from: storage.elements(Element.self), count: count)
      new.head.pointee.count = storage.head.pointee.count
      storage.head.pointee.count = 0
    } else {
      storage.copyElements(Element.self, to: new.elements(Element.self))
      new.head.pointee.count = storage.head.pointee.count
    }
    storage = new
  }

  mutating func append(_ element: consuming Element) {
    own(room: count + 1)
    (storage.elements(Element.self) + count).initialize(to: element)
    storage.head.pointee.count += 1
  }

  /// Adds so many elements, which `put` initializes unless it answers an error.
  mutating func fill<E: Error>(
    _ count: Int, _ put: (Int, UnsafeMutablePointer<Element>) -> E?
  ) throws(E) {
    own(room: self.count + count)
    for index in 0..<count {
      let place = storage.elements(Element.self) + storage.head.pointee.count
      if let error = put(index, place) { throw error }
      storage.head.pointee.count += 1
    }
  }

  mutating func insert(_ element: consuming Element, at index: Int) {
    precondition(index >= 0 && index <= count)
    own(room: count + 1)
    let place = storage.elements(Element.self) + index
    (place + 1).moveInitialize(from: place, count: count - index)
    place.initialize(to: element)
    storage.head.pointee.count += 1
  }

  mutating func remove(at index: Int) -> Element {
    precondition(index >= 0 && index < count)
    own(room: 0)
    let place = storage.elements(Element.self) + index
    let element = place.move()
    place.moveInitialize(from: place + 1, count: count - index - 1)
    storage.head.pointee.count -= 1
    return element
  }

  /// Adds all of another's elements at the end.
  mutating func append(_ other: consuming Cells) {
    own(room: count + other.count)
    let end = storage.elements(Element.self) + count
    if isKnownUniquelyReferenced(&other.storage) {
      end.moveInitialize(from: other.storage.elements(Element.self), count: other.count)
      storage.head.pointee.count += other.storage.head.pointee.count
      other.storage.head.pointee.count = 0
    } else {
      other.storage.copyElements(Element.self, to: end)
      storage.head.pointee.count += other.storage.head.pointee.count
    }
  }

  /// Takes the elements from a place on out, into cells of their own with the same capacity.
  mutating func split(at index: Int) -> Cells {
    precondition(index >= 0 && index <= count)
    own(room: 0)
    let tail = CellStorage.make(Element.self, capacity: capacity, shape: shape)
    tail.elements(Element.self).moveInitialize(
      from: storage.elements(Element.self) + index, count: count - index)
    tail.head.pointee.count = storage.head.pointee.count - index
    storage.head.pointee.count = index
    return Cells(tail)
  }
}

// By 2, what several threads hold is not changed.
extension Cells: @unchecked Sendable {}

/// The storage of cells: a class that is not generic, because releasing one that is asks the runtime
/// for its element's type each time.
private final class CellStorage: ManagedBuffer<CellStorage.Head, UInt64> {
  struct Head {
    let shape: Shape?
    var count: Int
    let capacity: Int
    let kind: CellKind
  }

  static func make<Element: CellElement>(
    _ type: Element.Type, capacity: Int, shape: Shape?
  ) -> CellStorage {
    let words = capacity * (MemoryLayout<Element>.stride / MemoryLayout<UInt64>.stride)
    let made = create(minimumCapacity: words) { _ in
      Head(shape: shape, count: 0, capacity: capacity, kind: Element.cellKind)
    }
    return unsafeDowncast(made, to: CellStorage.self)
  }

  @inline(__always)
  var head: UnsafeMutablePointer<Head> { withUnsafeMutablePointerToHeader { $0 } }

  @inline(__always)
  func elements<Element: CellElement>(_ type: Element.Type) -> UnsafeMutablePointer<Element> {
    withUnsafeMutablePointerToElements {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Element.self)
    }
  }

  /// Copies all elements to a place with room for them.
  @inline(__always)
  func copyElements<Element: CellElement>(
    _ type: Element.Type, to place: UnsafeMutablePointer<Element>
  ) {
    fetch(type)
    let elements = elements(type)
    // One by one, which the compiler knows to do without asking the runtime about the type.
    for index in 0..<head.pointee.count { (place + index).initialize(to: elements[index]) }
  }

  /// Brings the objects that elements refer to near the processor, all at the same time: counting
  /// them as held once more, or once less, waits for one after the other.
  @inline(__always)
  private func fetch<Element: CellElement>(_ type: Element.Type) {
    let elements = elements(type)
    var types: UInt = 1
    for index in 0..<head.pointee.count {
      // The first word of an object is its type, which nobody changes.
      if let object = (elements + index).object { types |= object.load(as: UInt.self) }
    }
    precondition(types != 0)
  }

  @inline(__always)
  private func destroy<Element: CellElement>(_ type: Element.Type) {
    fetch(type)
    let elements = elements(type)
    for index in 0..<head.pointee.count { (elements + index).deinitialize(count: 1) }
  }

  /// A branch of any tree, as it lies in memory: the runtime need not be asked which tree's it is.
  private struct Branch {
    let node: CellStorage
    let count: Int
  }

  @inline(__always)
  private func destroyBranches() {
    fetch(Tree<Value>.Branch.self)
    let branches = withUnsafeMutablePointerToElements {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Branch.self)
    }
    for index in 0..<head.pointee.count { (branches + index).deinitialize(count: 1) }
  }

  deinit {
    switch head.pointee.kind {
    case .values: destroy(Value.self)
    case .entries: destroy(Map.Slot.self)
    case .branchesOfValues, .branchesOfEntries: destroyBranches()
    }
  }
}

extension UnsafeMutablePointer where Pointee: CellElement {
  /// The object that the element here is, or begins with; nil where it is none, or not known.
  @inline(__always)
  fileprivate var object: UnsafeRawPointer? {
    Pointee.beginsWithObject(UnsafePointer(self))
      ? UnsafeRawPointer(self).load(as: UnsafeRawPointer?.self) : nil
  }
}

/// What cells may hold: types of whole words, each of a kind of its own.
protocol CellElement: Sendable {
  static var cellKind: CellKind { get }
  /// The kind of the branches of trees of such elements.
  static var branchKind: CellKind { get }
  /// Whether the first word of an element is a reference to an object.
  static func beginsWithObject(_ element: UnsafePointer<Self>) -> Bool
}

enum CellKind {
  case values, entries, branchesOfValues, branchesOfEntries
}

extension Value: CellElement {
  static var cellKind: CellKind { .values }
  static var branchKind: CellKind { .branchesOfValues }
  static func beginsWithObject(_ element: UnsafePointer<Value>) -> Bool {
    switch element.pointee {
    case .record, .list, .map: true
    default: false
    }
  }
}

extension Map.Slot: CellElement {
  static var cellKind: CellKind { .entries }
  static var branchKind: CellKind { .branchesOfEntries }
  static func beginsWithObject(_ element: UnsafePointer<Map.Slot>) -> Bool { false }
}

extension Tree.Branch: CellElement {
  static var cellKind: CellKind { Element.branchKind }
  static var branchKind: CellKind { preconditionFailure("branches are in no tree of their own") }
  static func beginsWithObject(_ element: UnsafePointer<Self>) -> Bool { true }
}
