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

  /// True once ``end()`` was called: what is started from then on would not be ended.
  static var haveEnded: Bool { areEnding.load(ordering: .sequentiallyConsistent) }

  /// Takes a place for a group; nil if there are too many.
  static func add(_ group: pid_t) -> Slot? {
    let slot = slots.first {
      $0.group.compareExchange(
        expected: 0, desired: group, ordering: .sequentiallyConsistent
      ).exchanged
    }
    if haveEnded { kill(-group, SIGKILL) }
    return slot
  }

  /// Makes the places, which a signal handler must not.
  package static func prepare() { _ = slots.count }

  /// Ends all groups at once. A signal handler can call it.
  package static func end() {
    areEnding.store(true, ordering: .sequentiallyConsistent)
    for slot in slots {
      let group = slot.group.load(ordering: .sequentiallyConsistent)
      if group > 0 { kill(-group, SIGKILL) }
    }
  }
}
