import Synchronization

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// That somebody wants the run to end: the first Ctrl-C ends it in good order, a second one at once.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var hasCome: Bool { flag.load(ordering: .relaxed) }

  /// Begins to listen for it, unless the program was started so that Ctrl-C is not for it.
  static func listen() {
    // Made here: the handler must not make it.
    flag.store(false, ordering: .relaxed)
    let before = signal(SIGINT, SIG_DFL)
    guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else {
      signal(SIGINT, SIG_IGN)
      return
    }
    signal(SIGINT) { _ in
      signal(SIGINT, SIG_DFL)
      Interruption.flag.store(true, ordering: .relaxed)
    }
  }
}
