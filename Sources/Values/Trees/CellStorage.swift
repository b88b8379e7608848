/// The storage of cells, or of a version of a tree. Each type of elements has a subclass, since
/// releasing an object of a generic class asks the runtime for the element type each time.
///
/// The compiler sees its words as references and has to assume that they keep objects alive; if
/// they were plain words, it could release early the objects that are stored in them.
@usableFromInline
class CellStorage: ManagedBuffer<CellStorage.Head, AnyObject?> {
  @usableFromInline
  struct Head {
    /// The descriptor of the elements, for those that need one.
    @usableFromInline let descriptor: AnyObject?
    @usableFromInline var count: UInt32
    @usableFromInline let capacity: UInt32
    @usableFromInline var contents: Contents

    @inlinable
    init(descriptor: AnyObject?, count: UInt32, capacity: UInt32, contents: Contents) {
      self.descriptor = descriptor
      self.count = count
      self.capacity = capacity
      self.contents = contents
    }
  }

  @usableFromInline
  enum Contents {
    case cells, version
    /// Contents that have already been freed.
    case ended
  }

  static func make<Element: CellElement>(
    _ type: Element.Type, capacity: Int, descriptor: AnyObject?
  ) -> CellStorage {
    make(
      type, byteCount: capacity * MemoryLayout<Element>.stride, .cells, capacity: capacity,
      descriptor: descriptor)
  }

  @inline(__always)
  static func make<Element: CellElement>(
    _ type: Element.Type, byteCount: Int, _ contents: Contents, capacity: Int = 0,
    descriptor: AnyObject? = nil
  ) -> CellStorage {
    precondition(Element.isOfWholeWords)
    let word = MemoryLayout<AnyObject?>.stride
    let made = Element.storageClass.create(minimumCapacity: (byteCount + word - 1) / word) { _ in
      Head(descriptor: descriptor, count: 0, capacity: UInt32(capacity), contents: contents)
    }
    return unsafeDowncast(made, to: CellStorage.self)
  }

  @inlinable @inline(__always)
  final var head: UnsafeMutablePointer<Head> { withUnsafeMutablePointerToHeader { $0 } }

  @inlinable @inline(__always)
  final var count: Int {
    get { Int(head.pointee.count) }
    set { head.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  @inlinable @inline(__always)
  final func elements<Element: CellElement>(_ type: Element.Type) -> UnsafeMutablePointer<Element> {
    withUnsafeMutablePointerToElements {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Element.self)
    }
  }

  /// Copies elements word by word, to memory that may overlap.
  @inline(__always)
  private final func copyWords<Element: CellElement>(
    of type: Element.Type, _ range: Range<Int>, to other: CellStorage, at index: Int
  ) {
    UnsafeMutableRawPointer(other.elements(type) + index).copyMemory(
      from: elements(type) + range.lowerBound, byteCount: range.count * MemoryLayout<Element>.stride
    )
  }

  /// Copies all elements to an empty storage with room for them.
  @inline(__always)
  final func copyElements<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    let (from, to) = (elements(type), other.elements(type))
    // One by one, which the compiler can do without asking the runtime about the type.
    for index in 0..<count { (to + index).initialize(to: from[index]) }
    other.count = count
  }

  /// Moves all elements to an empty storage with room for them.
  @inline(__always)
  final func moveElements<Element: CellElement>(_ type: Element.Type, to other: CellStorage) {
    copyWords(of: type, 0..<count, to: other, at: 0)
    other.count = count
    count = 0
  }

  /// Makes room for an element at an index.
  @inline(__always)
  final func openGap<Element: CellElement>(_ type: Element.Type, at index: Int) {
    copyWords(of: type, index..<count, to: self, at: index + 1)
    count += 1
  }

  /// Closes the gap that a moved-out element left.
  @inline(__always)
  final func closeGap<Element: CellElement>(_ type: Element.Type, at index: Int) {
    copyWords(of: type, index + 1..<count, to: self, at: index)
    count -= 1
  }

  /// Moves an element to another place.
  @inline(__always)
  final func rotate<Element: CellElement>(_ type: Element.Type, from: Int, to: Int) {
    let element = (elements(type) + from).move()
    if from < to {
      copyWords(of: type, from + 1..<to + 1, to: self, at: from)
    } else {
      copyWords(of: type, to..<from, to: self, at: to + 1)
    }
    (elements(type) + to).initialize(to: element)
  }

  /// Releases everything that the storage holds; each subclass calls this in its `deinit`.
  @inline(__always)
  final func end<Element: CellElement>(_ type: Element.Type) {
    switch head.pointee.contents {
    case .cells:
      let elements = elements(type)
      for index in 0..<count { (elements + index).deinitialize(count: 1) }
    case .version: endVersionAndOrigins(type)
    case .ended: break
    }
  }
}
