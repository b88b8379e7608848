/// The storage of cells: a class that is not generic, because releasing one that is asks the runtime
/// for its element's type each time.
///
/// A node of a tree that is copied because it is shared borrows its elements: it counts none of them
/// as held once more, and holds instead the storage that it was copied from, its base. What holds:
///
/// 1. A borrowed element has the same words as an element of the base. Borrowed elements stand in the
///    order of those of the base, no two for the same one.
/// 2. A base has no base: it owns all of its elements, and keeps them for as long as it is there.
/// 3. A base is not changed. Who borrows from it is one of its holders, so that it is shared for
///    whoever else holds it; where nobody else does, `absorbBase` ends it.
/// 4. Whether what an element refers to has one holder only is asked where the element is owned, which
///    `claim` sees to: what is borrowed has another in the base.
///
/// What is in the base only lives on with it, until the node is changed or freed: at most as many
/// elements for each node as fit into one.
///
/// To the compiler its words are references, of which it has to assume that they keep objects alive: what
/// is put into plain words it would take for forgotten, and its memory for free.
final class CellStorage: ManagedBuffer<CellStorage.Head, AnyObject?> {
  struct Head {
    let shape: Shape?
    /// What owns the elements that are borrowed.
    var base: CellStorage?
    /// A bit for each of the first elements: whether it is borrowed.
    var borrowed: UInt32
    var count: UInt32
    let capacity: UInt32
    var kind: CellKind
  }

  /// How many elements a node may have: there is a bit for each.
  static var nodeLimit: Int { UInt32.bitWidth }

  /// The capacity of a node's copy: not much more than it needs, since few copies grow.
  static func capacity(ofNodeFor count: Int) -> Int { (count + 3) / 4 * 4 }

  /// The capacity of what grows and may go on to.
  static func capacity(growingFrom capacity: Int, to count: Int) -> Int {
    let doubled = max(4, count, 2 * capacity)
    return count <= nodeLimit ? min(doubled, nodeLimit) : doubled
  }

  static func make<Element: CellElement>(
    _ type: Element.Type, capacity: Int, shape: Shape?
  ) -> CellStorage {
    make(
      words: capacity * MemoryLayout<Element>.stride / MemoryLayout<UInt64>.stride,
      kind: Element.cellKind, capacity: capacity, shape: shape)
  }

  @inline(__always)
  static func make(
    words: Int, kind: CellKind, capacity: Int = 0, shape: Shape? = nil
  ) -> CellStorage {
    let made = create(minimumCapacity: words) { _ in
      Head(
        shape: shape, base: nil, borrowed: 0, count: 0, capacity: UInt32(capacity), kind: kind)
    }
    return unsafeDowncast(made, to: CellStorage.self)
  }

  @inline(__always)
  var head: UnsafeMutablePointer<Head> { withUnsafeMutablePointerToHeader { $0 } }

  @inline(__always)
  var count: Int {
    get { Int(head.pointee.count) }
    set { head.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  func elements<Element: CellElement>(_ type: Element.Type) -> UnsafeMutablePointer<Element> {
    withUnsafeMutablePointerToElements {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Element.self)
    }
  }

  /// Copies elements word by word, to memory that may be the same in part.
  @inline(__always)
  private func copyWords<Element: CellElement>(
    of type: Element.Type, _ range: Range<Int>, to other: CellStorage, at index: Int
  ) {
    UnsafeMutableRawPointer(other.elements(type) + index).copyMemory(
      from: elements(type) + range.lowerBound, byteCount: range.count * MemoryLayout<Element>.stride
    )
  }

  // MARK: Copying and moving

  /// Copies all elements to behind those of another storage, which has room for them.
  @inline(__always)
  func copyElements<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    fetch(type)
    let elements = elements(type)
    let place = other.elements(type) + other.count
    // One by one, which the compiler knows to do without asking the runtime about the type.
    for index in 0..<count { (place + index).initialize(to: elements[index]) }
    other.count += count
  }

  /// Moves the elements from a place on, which are to be owned, to behind those of another storage,
  /// which has room for them.
  @inline(__always)
  func moveElements<Element: CellElement>(
    _ type: Element.Type, from index: Int, to other: CellStorage
  ) {
    let count = count - index
    copyWords(of: type, index..<self.count, to: other, at: other.count)
    other.count += count
    self.count = index
  }

  /// Moves all elements to an empty storage with room for them, which borrows what this one did.
  @inline(__always)
  func moveAll<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    other.head.pointee.borrowed = head.pointee.borrowed
    other.head.pointee.base = head.pointee.base
    head.pointee.borrowed = 0
    moveElements(type, from: 0, to: other)
  }

  /// Makes room for an element at a place.
  @inline(__always)
  func openGap<Element: CellElement>(_ type: Element.Type, at index: Int) {
    copyWords(of: type, index..<count, to: self, at: index + 1)
    let below = head.pointee.borrowed & Self.bits(below: index)
    head.pointee.borrowed = (head.pointee.borrowed ^ below) << 1 | below
    count += 1
  }

  /// Closes the room of an element that was moved out.
  @inline(__always)
  func closeGap<Element: CellElement>(_ type: Element.Type, at index: Int) {
    copyWords(of: type, index + 1..<count, to: self, at: index)
    let below = head.pointee.borrowed & Self.bits(below: index)
    head.pointee.borrowed = (head.pointee.borrowed ^ below) >> 1 | below
    count -= 1
  }

  /// Moves an element of a storage that owns all of its elements.
  @inline(__always)
  func rotate<Element: CellElement>(_ type: Element.Type, from: Int, to: Int) {
    let element = (elements(type) + from).move()
    if from < to {
      copyWords(of: type, from + 1..<to + 1, to: self, at: from)
    } else {
      copyWords(of: type, to..<from, to: self, at: to + 1)
    }
    (elements(type) + to).initialize(to: element)
  }

  /// Whether no element is borrowed.
  @inline(__always)
  var owns: Bool { head.pointee.borrowed == 0 }

  // Of records nothing is borrowed, however many fields they have.
  @inline(__always)
  private func isBorrowed(_ index: Int) -> Bool { head.pointee.borrowed & Self.bit(index) != 0 }

  @inline(__always)
  private static func bit(_ index: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: index) }

  @inline(__always)
  private static func bits(below index: Int) -> UInt32 { ~(UInt32.max << index) }

  // MARK: Borrowing

  /// How a node is copied that is shared.
  enum WayOfCopying { case borrowing, sharingBase, owning }

  /// Few elements are as quickly counted as a base; who owns many counts them all.
  @inline(__always)
  var wayOfCopying: WayOfCopying {
    if head.pointee.base == nil { return count < 4 ? .owning : .borrowing }
    return count - head.pointee.borrowed.nonzeroBitCount <= 5 ? .sharingBase : .owning
  }

  /// Lets an empty storage with room for them borrow all elements; it is still to hold this one as
  /// its base.
  @inline(__always)
  func lendElements<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    copyWords(of: type, 0..<count, to: other, at: 0)
    other.head.pointee.borrowed = allBits
    other.count = count
  }

  /// Lets an empty storage with room for them borrow what this one borrows; it owns the others too.
  @inline(__always)
  func shareBase<Element: CellElement>(_ type: Element.Type, with other: CellStorage) {
    copyWords(of: type, 0..<count, to: other, at: 0)
    let (from, to) = (elements(type), other.elements(type))
    forEachOwned { (to + $0).initialize(to: from[$0]) }
    other.head.pointee.borrowed = head.pointee.borrowed
    other.head.pointee.base = head.pointee.base
    other.count = count
  }

  /// Makes an element the storage's own.
  @inline(__always)
  func claim<Element: CellElement>(_ type: Element.Type, _ index: Int) {
    guard isBorrowed(index) else { return }
    let place = elements(type) + index
    place.initialize(to: place.pointee)
    head.pointee.borrowed &= ~Self.bit(index)
  }

  /// Makes all elements the storage's own.
  @inline(__always)
  func claimAll<Element: CellElement>(_ type: Element.Type) {
    guard head.pointee.base != nil else { return }
    for index in 0..<count { claim(type, index) }
    head.pointee.base = nil
  }

  /// Takes over what the base owns, where nobody else holds that any more.
  @inline(__always)
  func absorbBase<Element: CellElement>(_ type: Element.Type) {
    if isKnownUniquelyReferenced(&head.pointee.base) {
      takeOverBase(stride: MemoryLayout<Element>.stride)
    }
  }

  @inline(never)
  private func takeOverBase(stride: Int) {
    guard let base = head.pointee.base else { return }
    var baseIndex = 0
    for index in 0..<count where isBorrowed(index) {
      // Where several have the same words, one stands for the other.
      while !hasSameWords(index, as: base, baseIndex, stride: stride) { baseIndex += 1 }
      // The base is not to free it.
      base.head.pointee.borrowed |= Self.bit(baseIndex)
      baseIndex += 1
    }
    head.pointee.borrowed = 0
    head.pointee.base = nil
  }

  private func hasSameWords(
    _ index: Int, as other: CellStorage, _ otherIndex: Int, stride: Int
  ) -> Bool {
    precondition(otherIndex < other.count, "what is borrowed is in the base")
    let words = withUnsafeMutablePointerToElements { UnsafeRawPointer($0) + index * stride }
    let others = other.withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0) + otherIndex * stride
    }
    return Swift.stride(from: 0, to: stride, by: MemoryLayout<UInt64>.stride).allSatisfy {
      words.load(fromByteOffset: $0, as: UInt64.self)
        == others.load(fromByteOffset: $0, as: UInt64.self)
    }
  }

  private var allBits: UInt32 { Self.bits(below: count) }

  // MARK: Freeing

  /// Brings the objects that elements refer to near the processor, all at the same time: counting
  /// them as held once more, or once less, waits for one after the other.
  @inline(__always)
  private func fetch<Element: CellElement>(_ type: Element.Type) {
    let elements = elements(type)
    var types: UInt = 1
    for index in 0..<count {
      // The first word of an object is its type, which nobody changes.
      if let object = (elements + index).object { types |= object.load(as: UInt.self) }
    }
    precondition(types != 0)
  }

  @inline(__always)
  private func destroy<Element: CellElement>(_ type: Element.Type) {
    let elements = elements(type)
    guard head.pointee.borrowed != 0 else {
      fetch(type)
      for index in 0..<count { (elements + index).deinitialize(count: 1) }
      return
    }
    forEachOwned { (elements + $0).deinitialize(count: 1) }
  }

  @inline(__always)
  private func forEachOwned(_ body: (Int) -> Void) {
    var owned = allBits & ~head.pointee.borrowed
    while owned != 0 {
      body(owned.trailingZeroBitCount)
      owned &= owned &- 1
    }
  }

  deinit {
    switch head.pointee.kind {
    case .values: destroy(Value.self)
    case .entries: destroy(Map.Slot.self)
    case .versionOfValues: endVersions(Value.self)
    case .versionOfEntries: endVersions(Map.Slot.self)
    case .ended: break
    }
  }
}
