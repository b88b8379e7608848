/// The elements of an array that something else owns, for reading them in place.
///
/// They are valid as long as the array exists and is not changed.
@usableFromInline
package struct BorrowedElements<Element> {
  @usableFromInline let elements: UnsafeBufferPointer<Element>

  @inlinable @inline(__always)
  init(_ elements: UnsafeBufferPointer<Element>) { self.elements = elements }

  @inlinable package var count: Int { @inline(__always) get { elements.count } }
  @inlinable package var isEmpty: Bool { @inline(__always) get { elements.count == 0 } }
  @inlinable package var indices: Range<Int> { @inline(__always) get { 0..<elements.count } }

  /// Returns true if both borrow from the same array.
  @inlinable @inline(__always)
  package func isSame(as other: BorrowedElements) -> Bool {
    elements.baseAddress == other.elements.baseAddress
  }

  @inlinable @inline(__always)
  package func place(_ index: Int) -> Borrow<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: elements.count))
    return Borrow(elements.baseAddress.unsafelyUnwrapped + index)
  }

  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { place(index).address }
  }
}

extension BorrowedElements: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { elements.count }
}

extension BorrowedElements {
  /// Returns a copy of the elements from an index on.
  @inlinable
  package func array(from start: Int = 0) -> ContiguousArray<Element> {
    ContiguousArray(elements[start...])
  }
}

extension ContiguousArray {
  /// The elements in place.
  @inlinable package var borrowed: BorrowedElements<Element> {
    @inline(__always) get { withUnsafeBufferPointer { BorrowedElements($0) } }
  }
}
