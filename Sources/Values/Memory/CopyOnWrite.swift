/// A large structure behind one reference; copies share it until one of them is changed.
@usableFromInline
package struct CopyOnWrite<Contents: Sendable>: Sendable {
  // Changed only while it has a single reference.
  @usableFromInline
  final class Box: @unchecked Sendable {
    @usableFromInline var contents: Contents

    @inlinable
    init(_ contents: Contents) { self.contents = contents }
  }

  @usableFromInline var box: Box

  @inlinable
  package init(_ contents: Contents) { box = Box(contents) }

  @inlinable
  package var contents: Contents {
    _read { yield box.contents }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.contents) }
      yield &box.contents
    }
  }
}
