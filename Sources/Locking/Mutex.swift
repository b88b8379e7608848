#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// A value that one thread at a time uses.
///
/// It has the interface of `Synchronization.Mutex`, which Apple's systems have only since iOS 18 and
/// macOS 15. The lock is the system's; both the lock and the value have memory of their own, since the
/// former must not move.
@usableFromInline
package struct Mutex<Value>: ~Copyable {
  @usableFromInline
  let lock: MutexLock
  @usableFromInline
  let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming sending Value) {
    lock = MutexLock()
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls a function with the value, which no other thread uses meanwhile. The function must not use
  /// the mutex itself.
  @inlinable
  package func withLock<Result, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}

// One thread at a time uses the value, which nobody else has; the pointer never changes.
extension Mutex: @unchecked Sendable {}

/// The lock of a mutex.
@usableFromInline
struct MutexLock: ~Copyable {
  #if canImport(Darwin)
    private typealias Primitive = os_unfair_lock
  #else
    private typealias Primitive = pthread_mutex_t
  #endif
  private let primitive: UnsafeMutablePointer<Primitive>

  @usableFromInline
  init() {
    primitive = .allocate(capacity: 1)
    #if canImport(Darwin)
      primitive.initialize(to: os_unfair_lock())
    #else
      let result = pthread_mutex_init(primitive, nil)
      precondition(result == 0, "a mutex could not be made: error \(result)")
    #endif
  }

  @usableFromInline
  deinit {
    #if canImport(Darwin)
      primitive.deinitialize(count: 1)
    #else
      pthread_mutex_destroy(primitive)
    #endif
    primitive.deallocate()
  }

  @usableFromInline
  func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(primitive)
    #else
      pthread_mutex_lock(primitive)
    #endif
  }

  @usableFromInline
  func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(primitive)
    #else
      pthread_mutex_unlock(primitive)
    #endif
  }
}
