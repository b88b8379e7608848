#if !canImport(Darwin)
  package import Synchronization

  /// A mutual exclusion lock that is not reentrant.
  ///
  /// A free lock is taken by one atomic instruction and released by another. Threads wait at a system
  /// mutex, which alone would be slower even without contention. `Synchronization.Mutex` would do,
  /// but the thread sanitizer does not see its waiting, and reports races where there are none. On
  /// Apple's systems, the lock is the system's: see `Lock+Darwin.swift`.
  ///
  /// Code that releases the lock must keep the object that contains it alive until that is done.
  package struct Lock: ~Copyable {
    package let state = Atomic<UInt32>(State.free.rawValue)
    /// The condition at which threads wait; made by the first one that has to.
    private let condition = AtomicLazyReference<Condition>()

    package enum State: UInt32 {
      case free, taken
      /// Taken, and another thread may be waiting.
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

    /// Waits until the lock is free and takes it.
    ///
    /// It takes the lock in the state `awaited`, since other threads may still be waiting.
    @inline(never)
    package func wait() {
      let condition = condition.load() ?? condition.storeIfNil(Condition())
      condition.lock()
      while state.exchange(State.awaited.rawValue, ordering: .acquiring) != State.free.rawValue {
        condition.wait()
      }
      condition.unlock()
    }

    // No thread can be between the check of the lock and its wait: both happen under the condition.
    @inline(never)
    package func wakeOne() {
      guard let condition = condition.load() else { return }
      condition.lock()
      condition.signal()
      condition.unlock()
    }
  }
#endif
