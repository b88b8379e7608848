import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The groups of the processes that this one has started, which a signal handler can end.
package enum ProcessGroups {
  /// A place for the number of a group; 0 while it is free.
  final class Slot: Sendable {
    fileprivate let group = Atomic<pid_t>(0)

    /// Gives the place up, before the process is waited for and its number can be that of another.
    func free() { group.store(0, ordering: .sequentiallyConsistent) }
  }

  private static let slots = (0..<2 * WorkerThread.most).map { _ in Slot() }
  private static let areEnding = Atomic<Bool>(false)
  /// The number of threads that are about to start a process.
  private static let starting = Atomic<Int>(0)

  /// True once ``end()`` was called: a process that is started later would not be ended.
  static var haveEnded: Bool { areEnding.load(ordering: .sequentiallyConsistent) }

  /// Starts a process that leads a group of its own, and takes a place for it; nil if there are too
  /// many.
  ///
  /// A call of ``end()`` in the meantime waits until the process has its place.
  ///
  /// - Parameter start: Starts the process with a mask of signals, and returns its number.
  static func add(
    _ start: (_ mask: sigset_t) throws(ChildProcess.StartFailure) -> pid_t
  ) throws(ChildProcess.StartFailure) -> (group: pid_t, slot: Slot?) {
    // A handler in this thread would wait for the code that it has interrupted.
    var (all, mask) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    starting.add(1, ordering: .sequentiallyConsistent)
    defer { starting.subtract(1, ordering: .sequentiallyConsistent) }
    let group = try start(mask)
    let slot = slots.first {
      $0.group.compareExchange(
        expected: 0, desired: group, ordering: .sequentiallyConsistent
      ).exchanged
    }
    if haveEnded { kill(-group, SIGKILL) }
    return (group, slot)
  }

  /// Makes the places, which a signal handler must not.
  package static func prepare() {
    _ = (slots.count, haveEnded, starting.load(ordering: .sequentiallyConsistent))
  }

  /// Ends all groups at once. A signal handler can call it.
  package static func end() {
    areEnding.store(true, ordering: .sequentiallyConsistent)
    var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    for _ in 0..<200 where starting.load(ordering: .sequentiallyConsistent) > 0 {
      nanosleep(&pause, nil)
    }
    for slot in slots {
      let group = slot.group.load(ordering: .sequentiallyConsistent)
      if group > 0 { kill(-group, SIGKILL) }
    }
  }
}
