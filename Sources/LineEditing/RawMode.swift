#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal mode that delivers every key as it is pressed, without echo.
///
/// The mode stays on between two lines, since otherwise the terminal would echo and edit text that
/// is typed ahead. The terminal is restored before the process ends: by the handlers of crashes and
/// of Ctrl-\, and by whoever takes the signals that end the process otherwise.
enum RawMode {
  /// The terminal's original settings; nil while they are in effect. Signal handlers read it.
  nonisolated(unsafe) private static var saved: UnsafeMutablePointer<termios>?
  nonisolated(unsafe) private static var descriptor: Int32 = -1

  /// Signals that end the process, and that no thread waits for.
  private static let endings = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  /// Signals that only interrupt the wait for a key.
  private static let interruptions = [SIGWINCH, SIGCONT]

  private static let pasteMarksOn = "\u{1B}[?2004h"
  private static let pasteMarksOff: StaticString = "\u{1B}[?2004l"

  /// Turns the mode on; returns false if the terminal could not be set.
  static func enter(_ terminal: Int32) -> Bool {
    alarm(0)
    guard saved == nil else { return apply(signals: false) }
    let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    before.initialize(to: termios())
    guard tcgetattr(terminal, before) == 0 else {
      before.deallocate()
      return false
    }
    descriptor = terminal
    saved = before
    for signal in endings { handle(signal) { RawMode.restoreAndEnd($0) } }
    for signal in interruptions { handle(signal) { _ in } }
    handle(SIGALRM, restarting: true) { _ in _ = RawMode.apply(signals: true) }
    guard apply(signals: false) else {
      leave()
      return false
    }
    Output.write(pasteMarksOn, to: terminal)
    return true
  }

  /// Enables the terminal's signals after a second without a next line: a Ctrl-C that was typed
  /// ahead abandons a line, and ends only a command that takes long.
  static func pause() { alarm(1) }

  static func leave() {
    guard let before = saved else { return }
    alarm(0)
    restore()
    saved = nil
    before.deallocate()
    for number in endings + interruptions + [SIGALRM] { signal(number, SIG_DFL) }
  }

  private static func apply(signals: Bool) -> Bool {
    guard var raw = saved?.pointee else { return false }
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    if !signals { raw.c_lflag &= ~tcflag_t(ISIG) }
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
    }
    return tcsetattr(descriptor, TCSADRAIN, &raw) == 0
  }

  /// Makes only calls that are allowed in a signal handler (POSIX.1-2017, section 2.4.3).
  static func restore() {
    guard let saved else { return }
    pasteMarksOff.withUTF8Buffer { bytes in
      _ = Output.writeOnce(bytes.baseAddress, bytes.count, to: descriptor)
    }
    _ = tcsetattr(descriptor, TCSADRAIN, saved)
  }

  private static func restoreAndEnd(_ number: Int32) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// - Parameter restarting: True if an interrupted read resumes after the handler.
  private static func handle(
    _ number: Int32, restarting: Bool = false,
    _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    sigemptyset(&action.sa_mask)
    action.sa_flags = restarting ? SA_RESTART : 0
    sigaction(number, &action, nil)
  }
}
