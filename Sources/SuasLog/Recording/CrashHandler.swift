import Locking
import SystemPackage
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes the lines of a ring when a signal ends the process.
enum CrashHandler {
  /// The signals of crashes.
  private static let signals = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  private static let state = Mutex(State())

  private struct State {
    var isInstalled = false
    /// The reports, which are never released, since a handler may read them at any time.
    var reports: [CrashReport] = []
  }

  /// The present report; a handler reads it without a lock.
  nonisolated(unsafe) private static var present: CrashReport?
  /// The handlers that were there before, by the numbers of their signals. A handler looks them up
  /// without a call into the language's runtime, whose locks the crash may hold.
  nonisolated(unsafe) private static var earlier: UnsafeMutablePointer<sig_t?>?

  /// Writes a report to a file if the process crashes; the last call counts.
  static func write(_ report: CrashReport, to path: String) throws(Errno) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: .ownerReadWrite)
    } catch {
      throw error as? Errno ?? .ioError
    }
    report.write(to: file.rawValue)
    state.withLock { state in
      state.reports.append(report)
      present = report
      guard !state.isInstalled else { return }
      state.isInstalled = true
      let count = 1 + Int(signals.max() ?? 0)
      let handlers = UnsafeMutablePointer<sig_t?>.allocate(capacity: count)
      handlers.initialize(repeating: nil, count: count)
      earlier = handlers
      for number in signals { handlers[Int(number)] = signal(number, handle) }
    }
  }

  /// Writes the report, and lets the handler that was there before, or the system, end the process.
  private static let handle: @convention(c) (Int32) -> Void = { number in
    present?.writeNow()
    signal(number, earlier?[Int(number)] ?? SIG_DFL)
    raise(number)
  }
}
