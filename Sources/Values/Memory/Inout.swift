/// A reference to a value that something else owns, for changing it in place.
///
/// It is valid until the value is copied, moved or changed elsewhere.
@usableFromInline
package struct Inout<Pointee> {
  @usableFromInline let address: UnsafeMutablePointer<Pointee>

  @inlinable @inline(__always)
  init(_ address: UnsafeMutablePointer<Pointee>) { self.address = address }

  @inlinable package var pointee: Pointee {
    @inline(__always) unsafeAddress { UnsafePointer(address) }
    @inline(__always) nonmutating unsafeMutableAddress { address }
  }

  /// The value, to be read only.
  @inlinable @inline(__always)
  package var borrow: Borrow<Pointee> { Borrow(UnsafePointer(address)) }

  /// Moves the value out; the place is uninitialized until another is put in.
  @inlinable @inline(__always)
  package func take() -> Pointee { address.move() }

  /// Initializes the place, which must be uninitialized or hold a value that needs no release.
  @inlinable @inline(__always)
  package func put(_ value: consuming Pointee) { address.initialize(to: value) }
}

/// Lends a value to `body`, which may change it.
@inlinable @inline(__always)
package func withInout<Pointee, Result>(
  to value: inout Pointee, _ body: (Inout<Pointee>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &value) { body(Inout($0)) }
}

extension ContiguousArray {
  /// Returns an element for changing it; valid until the array is copied or changed otherwise.
  @inlinable @inline(__always)
  package mutating func changingPlace(_ index: Int) -> Inout<Element> {
    withUnsafeMutableBufferPointer { elements in
      precondition(UInt(bitPattern: index) < UInt(bitPattern: elements.count))
      return Inout(elements.baseAddress.unsafelyUnwrapped + index)
    }
  }
}
