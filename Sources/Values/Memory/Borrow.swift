/// A reference to a value that something else owns, for reading it in place without copying or
/// retaining it.
///
/// A borrow is valid as long as the value exists and is not changed; the function that returns a
/// borrow documents how long that is.
@usableFromInline
package struct Borrow<Pointee> {
  @usableFromInline let address: UnsafePointer<Pointee>

  @inlinable @inline(__always)
  init(_ address: UnsafePointer<Pointee>) { self.address = address }

  @inlinable package var pointee: Pointee {
    @inline(__always) unsafeAddress { address }
  }

  /// Returns true if both borrow the same value, not just equal ones.
  @inlinable @inline(__always)
  package func isSame(as other: Borrow) -> Bool { address == other.address }

  /// Borrows a stored property of the value; nil if the key path is not a stored property's.
  @inlinable @inline(__always)
  package func field<Field>(_ path: KeyPath<Pointee, Field>) -> Borrow<Field>? {
    address.pointer(to: path).map { Borrow<Field>($0) }
  }
}

/// Lends a value to `body`.
@inlinable @inline(__always)
package func withBorrow<Pointee, Result, Failure: Error>(
  of value: Pointee, _ body: (Borrow<Pointee>) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafePointer(to: value) { pointer throws(Failure) in try body(Borrow(pointer)) }
}
