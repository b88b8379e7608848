/// The storage of cells, or of a version of a tree: a class that is not generic, because releasing one
/// that is asks the runtime for its element's type each time.
///
/// To the compiler its words are references, of which it has to assume that they keep objects alive: what
/// is put into plain words it would take for forgotten, and its memory for free.
final class CellStorage: ManagedBuffer<CellStorage.Head, AnyObject?> {
  struct Head {
    let shape: Shape?
    var count: UInt32
    let capacity: UInt32
    var kind: CellKind
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
      Head(shape: shape, count: 0, capacity: UInt32(capacity), kind: kind)
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

  /// Copies all elements to an empty storage with room for them.
  @inline(__always)
  func copyElements<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    let (from, to) = (elements(type), other.elements(type))
    // One by one, which the compiler knows to do without asking the runtime about the type.
    for index in 0..<count { (to + index).initialize(to: from[index]) }
    other.count = count
  }

  /// Moves all elements to an empty storage with room for them.
  @inline(__always)
  func moveElements<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    copyWords(of: type, 0..<count, to: other, at: 0)
    other.count = count
    count = 0
  }

  /// Makes room for an element at a place.
  @inline(__always)
  func openGap<Element: CellElement>(_ type: Element.Type, at index: Int) {
    copyWords(of: type, index..<count, to: self, at: index + 1)
    count += 1
  }

  /// Closes the room of an element that was moved out.
  @inline(__always)
  func closeGap<Element: CellElement>(_ type: Element.Type, at index: Int) {
    copyWords(of: type, index + 1..<count, to: self, at: index)
    count -= 1
  }

  /// Moves an element to another place.
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

  @inline(__always)
  private func destroy<Element: CellElement>(_ type: Element.Type) {
    let elements = elements(type)
    for index in 0..<count { (elements + index).deinitialize(count: 1) }
  }

  deinit {
    switch head.pointee.kind {
    case .values: destroy(Value.self)
    case .entries: destroy(Map.Slot.self)
    case .versionOfValues: endVersionAndOrigins(Value.self)
    case .versionOfEntries: endVersionAndOrigins(Map.Slot.self)
    case .ended: break
    }
  }
}
