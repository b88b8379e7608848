#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A mutual exclusion lock that is not reentrant.
///
/// `Synchronization.Mutex` would do, but its waiting happens out of the thread sanitizer's sight,
/// which then reports races where there are none.
package struct Lock: ~Copyable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "a lock could not be made: error \(result)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  package func lockIfFree() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  package func unlock() { pthread_mutex_unlock(mutex) }
}

// A pthread mutex is made for use from several threads; the pointer to it never changes.
extension Lock: @unchecked Sendable {}

/// A number that no other running thread has and that is never zero.
package func currentThread() -> UInt {
  let thread = pthread_self()
  #if canImport(Glibc)
    return UInt(thread)
  #else
    return UInt(bitPattern: thread)
  #endif
}
