import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The groups of the processes that this one has started, which end with it.
package enum ProcessGroups {
  private struct State {
    var groups: Set<pid_t> = []
    var haveEnded = false
  }

  private static let state = Mutex(State())

  /// True once ``end()`` was called: a process that is started later is ended at once.
  static var haveEnded: Bool { state.withLock(\.haveEnded) }

  /// Starts a process that leads a group of its own, and returns its number.
  ///
  /// One process is started at a time, so that none inherits descriptors that are made for another.
  static func add(
    _ start: () throws(ChildProcess.StartFailure) -> pid_t
  ) throws(ChildProcess.StartFailure) -> pid_t {
    try state.withLock { state throws(ChildProcess.StartFailure) in
      let group = try start()
      state.groups.insert(group)
      if state.haveEnded { kill(-group, SIGKILL) }
      return group
    }
  }

  /// Ends a group, and forgets it before its process is waited for: its number can be that of
  /// another from then on.
  static func end(_ group: pid_t) {
    state.withLock { state in
      kill(-group, SIGKILL)
      state.groups.remove(group)
    }
  }

  /// Ends all groups at once.
  package static func end() {
    state.withLock { state in
      state.haveEnded = true
      for group in state.groups { kill(-group, SIGKILL) }
    }
  }
}
