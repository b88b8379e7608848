#if !canImport(Darwin)
  /// A mutual exclusion lock that is not reentrant.
  ///
  /// A free lock is taken by one atomic instruction and released by another. Threads wait at a system
  /// mutex, which alone would be slower even without contention. On Apple's systems, the lock is the
  /// system's: see `Lock+Darwin.swift`.
  ///
  /// Code that releases the lock must keep the object that contains it alive until that is done.
  @usableFromInline
  package struct Lock: ~Copyable, Sendable {
    @usableFromInline let state = Atomic<UInt>(State.free.rawValue)
    /// The address of the condition at which threads wait; zero until the first one has to.
    private let condition = Atomic<UInt>(0)

    @usableFromInline
    package enum State: UInt {
      case free, taken
      /// Taken, and another thread may be waiting.
      case awaited
    }

    package init() {}

    deinit { Self.condition(at: condition.load(ordering: .acquiring))?.release() }

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
    @usableFromInline @inline(never)
    func wait() {
      let condition = existingCondition ?? makeCondition()
      condition.lock()
      while state.exchange(State.awaited.rawValue, ordering: .acquiring) != State.free.rawValue {
        condition.wait()
      }
      condition.unlock()
    }

    // No thread can be between the check of the lock and its wait: both happen under the condition.
    @usableFromInline @inline(never)
    func wakeOne() {
      guard let condition = existingCondition else { return }
      condition.lock()
      condition.signal()
      condition.unlock()
    }

    private var existingCondition: Condition? {
      Self.condition(at: condition.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Makes the condition, or returns the one that another thread has made meanwhile.
    private func makeCondition() -> Condition {
      let made = Unmanaged.passRetained(Condition())
      let (_, address) = condition.compareExchange(
        expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
      guard let other = Self.condition(at: address) else { return made.takeUnretainedValue() }
      made.release()
      return other.takeUnretainedValue()
    }

    private static func condition(at address: UInt) -> Unmanaged<Condition>? {
      UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
  }
#endif
