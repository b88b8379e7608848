/// A stack that keeps its memory for the next elements: an array that has one owner, so that a
/// change needs no check for uniqueness.
///
/// The elements at `0..<count` are initialized; the memory after them is not.
@usableFromInline
package struct Stack<Element>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline package private(set) var count = 0

  @inlinable
  package init(capacity: Int = 8) {
    precondition(capacity > 0)
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// The elements; valid until the stack is changed.
  @inlinable package var elements: BorrowedElements<Element> {
    @inline(__always) get {
      BorrowedElements(UnsafeBufferPointer(start: base, count: count))
    }
  }

  /// Returns an element in place; valid until elements are added or removed.
  @inlinable @inline(__always)
  package func place(_ index: Int) -> Borrow<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return Borrow(base + index)
  }

  /// Returns an element for changing it; valid until elements are added or removed.
  @inlinable @inline(__always)
  package mutating func changingPlace(_ index: Int) -> Inout<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return Inout(base + index)
  }

  @inlinable @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: 2 * capacity) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Appends copies of an element until the stack has at least `size` elements.
  @inlinable @inline(never)
  package mutating func append(_ element: Element, upTo size: Int) {
    if size > capacity { grow(to: max(size, 2 * capacity)) }
    if size > count { (base + count).initialize(repeating: element, count: size - count) }
    count = max(size, count)
  }

  @inlinable @inline(never)
  mutating func grow(to room: Int) {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: room)
    new.moveInitialize(from: base, count: count)
    base.deallocate()
    base = new
    capacity = room
  }

  @inlinable
  package mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (base + count).move()
  }

  /// Removes all elements; frees the memory if it is unusually large.
  @inlinable
  package mutating func removeAll() {
    base.deinitialize(count: count)
    forgetAll()
  }

  /// Removes all elements, none of which needs to be deinitialized.
  @inlinable @inline(__always)
  package mutating func forgetAll() {
    count = 0
    if capacity > 64 { shrink() }
  }

  @inlinable @inline(never)
  mutating func shrink() {
    base.deallocate()
    capacity = 8
    base = .allocate(capacity: capacity)
  }
}

// Safe because it owns its memory alone.
extension Stack: @unchecked Sendable where Element: Sendable {}
