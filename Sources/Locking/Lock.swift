package import Synchronization

/// A mutual exclusion lock that is not reentrant.
///
/// A lock that is free is taken by one atomic instruction and given back by another; threads wait at
/// one of the system's, which would do more even where nobody waits. `Synchronization.Mutex` would do,
/// but its waiting happens out of the thread sanitizer's sight, which then reports races where there are
/// none.
///
/// Who gives it back has to hold what it is a part of until that is done.
package struct Lock: ~Copyable {
  package let state = Atomic<UInt32>(State.free.rawValue)
  /// Where threads wait, of a lock that one had to wait for.
  private let condition = AtomicLazyReference<Condition>()

  package enum State: UInt32 {
    case free, taken
    /// Taken, and perhaps somebody waits for it.
    case awaited
  }

  package init() {}

  @inlinable @inline(__always)
  package func lock() {
    if !lockIfFree() { wait() }
  }

  @inlinable @inline(__always)
  package func lockIfFree() -> Bool {
    state.compareExchange(
      expected: State.free.rawValue, desired: State.taken.rawValue, ordering: .acquiring
    ).exchanged
  }

  @inlinable @inline(__always)
  package func unlock() {
    if state.exchange(State.free.rawValue, ordering: .releasing) == State.awaited.rawValue {
      wakeOne()
    }
  }

  /// Waits until the lock is free, and takes it.
  ///
  /// Who waited takes it as awaited, since others may wait still.
  @inline(never)
  package func wait() {
    let condition = condition.load() ?? condition.storeIfNil(Condition())
    condition.lock()
    while state.exchange(State.awaited.rawValue, ordering: .acquiring) != State.free.rawValue {
      condition.wait()
    }
    condition.unlock()
  }

  // Nobody is between finding the lock taken and waiting meanwhile: both are done under the condition.
  @inline(never)
  package func wakeOne() {
    guard let condition = condition.load() else { return }
    condition.lock()
    condition.signal()
    condition.unlock()
  }
}
