import SuasScenario
import Synchronization

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A request by the user to end the run: the first Ctrl-C ends it in an orderly way, a second one
/// at once. The processes that the run has started end with the first.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var hasCome: Bool { flag.load(ordering: .relaxed) }

  /// Begins to handle Ctrl-C, unless the program was started with the signal ignored.
  static func listen() {
    // Initializes the flag here, because the signal handler must not.
    flag.store(false, ordering: .relaxed)
    let before = signal(SIGINT, SIG_DFL)
    guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else {
      signal(SIGINT, SIG_IGN)
      return
    }
    signal(SIGINT) { _ in
      signal(SIGINT, SIG_DFL)
      Interruption.flag.store(true, ordering: .relaxed)
      ProcessGroups.end()
    }
  }

  /// Lets the processes that this one has started end with it, whatever signal ends it.
  ///
  /// A signal that is ignored stays ignored.
  static func endChildrenWithSignals() {
    ProcessGroups.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] { endChildren(with: number) }
  }

  private static func endChildren(with number: Int32) {
    let before = signal(number) { number in
      ProcessGroups.end()
      signal(number, SIG_DFL)
      raise(number)
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
  }

  /// Restores the default handling: the next Ctrl-C ends the process.
  static func stopListening() {
    endChildren(with: SIGINT)
  }
}
