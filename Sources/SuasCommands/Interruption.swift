import LineEditing
import Locking
import SuasScenario

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
  /// True while a Ctrl-C leaves it to the command to end.
  private static let isAwaited = Atomic<Bool>(false)

  static var hasCome: Bool { flag.load(ordering: .relaxed) }

  /// Lets the next Ctrl-C request the end.
  static func listen() {
    flag.store(false, ordering: .relaxed)
    isAwaited.store(true, ordering: .relaxed)
  }

  /// Restores the default handling: the next Ctrl-C ends the process.
  static func stopListening() { isAwaited.store(false, ordering: .relaxed) }

  /// Takes the signals that end the process, and ends the processes that it has started with it.
  /// A signal that is ignored stays ignored.
  ///
  /// A thread waits for them, since a handler may do next to nothing: the code that it interrupts
  /// can hold any lock, such as those of the memory and of the language's runtime. Threads that
  /// start later block the signals as this one does.
  static func handleSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let taken = signals
    let thread = WorkerThread {
      while true { take(from: taken) }
    }
    if thread == nil { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    signal(number, handler)
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits for a signal, and ends the process unless a command was to be told of it.
  private static func take(from signals: sigset_t) {
    var (signals, number) = (signals, Int32(0))
    guard sigwait(&signals, &number) == 0 else { return }
    let isRequest = number == SIGINT && isAwaited.exchange(false, ordering: .relaxed)
    if isRequest { flag.store(true, ordering: .relaxed) }
    ProcessGroups.end()
    if isRequest { return }
    LineEditor.restoreTerminal()
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
