/// An array of a fixed size that has one owner, so that a change needs no check for uniqueness.
///
/// All of its elements are initialized.
@usableFromInline
package struct RigidArray<Element>: ~Copyable {
  @usableFromInline let elements: UnsafeMutableBufferPointer<Element>

  @inlinable
  package init(repeating element: Element, count: Int) {
    elements = .allocate(capacity: count)
    elements.initialize(repeating: element)
  }

  @inlinable
  package init(_ others: some Collection<Element>) {
    elements = .allocate(capacity: others.count)
    let end = elements.initialize(fromContentsOf: others)
    precondition(end == elements.count)
  }

  @inlinable
  package init(copying other: borrowing RigidArray) {
    elements = .allocate(capacity: other.elements.count)
    _ = elements.initialize(fromContentsOf: other.elements)
  }

  deinit {
    elements.deinitialize()
    elements.deallocate()
  }

  @inlinable package var count: Int { @inline(__always) get { elements.count } }
  @inlinable package var indices: Range<Int> { @inline(__always) get { 0..<elements.count } }

  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { place(index).address }
    @inline(__always) unsafeMutableAddress { changingPlace(index).address }
  }

  /// Returns an element in place.
  @inlinable @inline(__always)
  package func place(_ index: Int) -> Borrow<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: elements.count))
    return Borrow(elements.baseAddress.unsafelyUnwrapped + index)
  }

  /// Returns an element for changing it.
  @inlinable @inline(__always)
  package mutating func changingPlace(_ index: Int) -> Inout<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: elements.count))
    return Inout(elements.baseAddress.unsafelyUnwrapped + index)
  }

  /// Sets all elements to the given one.
  @inlinable
  package mutating func fill(with element: Element) { elements.update(repeating: element) }
}

// Safe because it owns its memory alone.
extension RigidArray: @unchecked Sendable where Element: Sendable {}
