#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits until something happens in some folders: the system notifies it on Linux; elsewhere, and
/// if the system has no more watches, it waits for half a second.
package final class FolderWatch {
  private static let pollingInterval: Int32 = 500
  /// The pause after which a series of events is complete, in milliseconds: editors cause several.
  private static let quiet: Int32 = 50
  /// The maximum number of times to wait for that pause.
  private static let patience = 20

  #if os(Linux)
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    private var isComplete = true

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }
  #endif

  package init() {}

  /// Begins to watch folders; events in them from now on end the next wait.
  package func watch(_ folders: [String]) {
    #if os(Linux)
      let events =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF | Int32(IN_ONLYDIR)
      isComplete = true
      for folder in folders where inotify_add_watch(descriptor, folder, UInt32(events)) < 0 {
        // A folder that no longer exists needs no watch.
        if errno != ENOENT { isComplete = false }
      }
    #endif
  }

  /// Waits for an event, and then until no more follow.
  package func wait() {
    #if os(Linux)
      guard descriptor >= 0, isComplete else { return pause() }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0, errno == EINTR {}
      var rounds = 0
      repeat {
        drain()
        rounds += 1
      } while poll(&waiting, 1, Self.quiet) > 0 && rounds < Self.patience
      drain()
    #else
      pause()
    #endif
  }

  private func pause() { _ = poll(nil, 0, Self.pollingInterval) }

  #if os(Linux)
    /// Discards the events: only the state of the files afterwards matters.
    private func drain() {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &bytes, bytes.count) > 0 {}
    }
  #endif
}
