/// A list of objects that are called without being retained: calling an object in an array
/// increments and decrements its reference count, which takes longer than a short call does.
@usableFromInline
package struct ObjectList<Object: AnyObject> {
  /// The strong references to the objects.
  @usableFromInline package let objects: ContiguousArray<Object>
  @usableFromInline let references: ContiguousArray<UnretainedReference<Object>>

  @inlinable
  package init(_ objects: some Sequence<Object>) {
    self.objects = ContiguousArray(objects)
    references = ContiguousArray(self.objects.map { UnretainedReference($0) })
  }

  @inlinable package var isEmpty: Bool { @inline(__always) get { references.count == 0 } }
  @inlinable package var indices: Range<Int> { @inline(__always) get { 0..<references.count } }

  /// Calls an object; the caller has to keep the list alive until the call returns.
  @inlinable @inline(__always)
  package func call<Result>(_ index: Int, _ body: (Object) -> Result) -> Result {
    references[index].call(body)
  }
}

extension ObjectList: Sendable where Object: Sendable {}
