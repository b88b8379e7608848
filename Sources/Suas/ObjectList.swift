/// Objects that are called one after the other, none of them counted as held meanwhile: calling one
/// that an array holds counts a reference up and down, which takes longer than a short call does.
@usableFromInline
package struct ObjectList<Object: AnyObject> {
  @usableFromInline let objects: ContiguousArray<Object>

  @inlinable
  package init(_ objects: some Sequence<Object>) {
    self.objects = ContiguousArray(objects)
  }

  package var isEmpty: Bool { @inlinable @inline(__always) get { objects.count == 0 } }
  package var indices: Range<Int> { @inlinable @inline(__always) get { 0..<objects.count } }

  /// Calls an object; the list has to be there until that is done.
  @inlinable @inline(__always)
  package func call<Result>(_ index: Int, _ body: (Object) -> Result) -> Result {
    precondition(index < objects.count)
    return objects.withUnsafeBufferPointer { objects in
      // An object lies in an array as one word, its reference.
      UnsafeRawPointer(objects.baseAddress.unsafelyUnwrapped)
        .assumingMemoryBound(to: Unmanaged<Object>.self)[index]
        ._withUnsafeGuaranteedRef(body)
    }
  }
}

extension ObjectList: Sendable where Object: Sendable {}
