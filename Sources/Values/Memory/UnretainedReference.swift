/// An unretained reference: something else has to keep the object as long as this is used.
@usableFromInline
package struct UnretainedReference<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always)
  package init(_ object: Object) { reference = .passUnretained(object) }

  /// The object, retained as long as the result is used.
  @inlinable package var object: Object {
    @inline(__always) get { reference.takeUnretainedValue() }
  }

  /// Calls `body` with the object without retaining it.
  @inlinable @inline(__always)
  package func call<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }
}

extension UnretainedReference: Equatable {
  /// True if both refer to the same object.
  @inlinable
  package static func == (left: UnretainedReference, right: UnretainedReference) -> Bool {
    left.reference.toOpaque() == right.reference.toOpaque()
  }
}

// A single word; it says nothing about the threads from which the object's methods may be called.
extension UnretainedReference: @unchecked Sendable {}
