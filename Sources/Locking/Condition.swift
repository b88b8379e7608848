#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#else
  private import Glibc
#endif

/// A system mutex with a condition variable.
final class Condition {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    let results = (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
    precondition(results == (0, 0), "a lock could not be made: errors \(results)")
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }

  /// Releases the lock until the condition is signalled, or spuriously.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes one waiting thread.
  func signal() { pthread_cond_signal(condition) }
}

// Both are made for use from several threads; the pointers to them never change.
extension Condition: @unchecked Sendable {}

/// An identifier that no other running thread has and that is never zero.
package func currentThread() -> UInt {
  let thread = pthread_self()
  #if canImport(Glibc)
    return UInt(thread)
  #else
    return UInt(bitPattern: thread)
  #endif
}
