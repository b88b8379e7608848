#if canImport(Darwin)
  public import Darwin

  /// A mutual exclusion lock that is not reentrant.
  ///
  /// It is the system's lock that knows its holder: a thread that waits lends it its priority.
  ///
  /// Code that releases the lock must keep the object that contains it alive until that is done.
  @usableFromInline
  package struct Lock: ~Copyable {
    // Not a stored property of the lock's own type, which must not move while threads wait for it.
    @usableFromInline let primitive: UnsafeMutablePointer<os_unfair_lock>

    package init() {
      primitive = .allocate(capacity: 1)
      primitive.initialize(to: os_unfair_lock())
    }

    deinit {
      primitive.deinitialize(count: 1)
      primitive.deallocate()
    }

    @inlinable @inline(__always)
    package func lock() { os_unfair_lock_lock(primitive) }

    @inlinable @inline(__always)
    package func lockIfFree() -> Bool { os_unfair_lock_trylock(primitive) }

    @inlinable @inline(__always)
    package func unlock() { os_unfair_lock_unlock(primitive) }
  }

  // The lock is made for use from several threads; the pointer to it never changes.
  extension Lock: @unchecked Sendable {}
#endif
