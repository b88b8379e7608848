import ArgumentParser
import SuasReports
import SuasSpec
import YAML

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The exit codes other than 0.
enum ExitStatus {
  static let failed = ExitCode(1)
  static let unreadable = ExitCode(2)
  /// The code that a shell uses for a program that Ctrl-C ended.
  static let interrupted = ExitCode(130)
}

/// The streams that the program reads and writes.
enum Terminal {
  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static var outputStyle: TextStyle { style(of: STDOUT_FILENO) }
  static var errorStyle: TextStyle { style(of: STDERR_FILENO) }

  /// True if input and output are a terminal that supports escape sequences.
  static var isInteractive: Bool {
    inputIsTerminal && outputIsTerminal && environment("TERM") != "dumb"
  }

  /// True if standard input can hold answers: it is a terminal, a pipe or a file.
  static var hasInput: Bool {
    if inputIsTerminal { return true }
    var information = stat()
    guard fstat(STDIN_FILENO, &information) == 0 else { return false }
    return information.st_mode & S_IFMT != S_IFCHR
  }

  /// True if progress is to be shown: standard error is a terminal that supports escape sequences.
  static var showsProgress: Bool { errorIsTerminal && environment("TERM") != "dumb" }

  /// The width of the terminal that standard error goes to; 80 if it is unknown.
  static var errorColumns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// The number of threads that can run at once.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Turns a write to a pipe without a reader, or beyond a file's size limit, into an error like
  /// any other.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The first error in writing to standard output; `nil` if there was none.
  nonisolated(unsafe) private static var failure: Int32?

  nonisolated(unsafe) private static var output = GuardedLog()
  nonisolated(unsafe) private static var errors = GuardedLog()

  static func write(_ text: String) { write(text, as: .text) }

  static func write(_ text: String, as notation: GuardedLog.Notation) {
    if fputs(output.guarded(text, as: notation), stdout) == EOF { noteFailure() }
  }

  /// Returns a function that writes parts of a text in a notation.
  static func writer(_ notation: GuardedLog.Notation) -> (String) -> Void {
    { write($0, as: notation) }
  }

  private static func noteFailure() { if failure == nil { failure = errno } }

  /// Flushes standard output.
  static func flush() { if fflush(stdout) != 0 { noteFailure() } }

  /// Writes to standard error, after what has been written to standard output.
  static func writeError(_ text: String) {
    flush()
    fputs(errors.guarded(text, as: .text), stderr)
  }

  /// Writes diagnostics, after what has been written to standard output.
  ///
  /// - Parameter ofYAML: True if mistakes may come from the way in which YAML reads expressions.
  static func report(_ diagnostics: Diagnostics, ofYAML: Bool = true) {
    guard !diagnostics.items.isEmpty else { return }
    var shown = ofYAML ? diagnostics.explainingTraps() : diagnostics
    let hidden = max(0, shown.items.count - mostDiagnostics) + shown.omitted
    shown.items = Array(shown.items.prefix(mostDiagnostics))
    writeError(shown.render(errorStyle))
    if hidden > 0 { writeError("\n… and \(hidden) more\n") }
  }

  /// The greatest number of diagnostics that are shown at once.
  private static let mostDiagnostics = 100

  /// Flushes standard output, and throws if anything could not be written to it.
  static func finish() throws {
    flush()
    guard let failure else { return }
    // A reader that closes the pipe early, as `head` does, has all that it needs.
    guard failure != EPIPE else { throw ExitStatus.unreadable }
    complain("the output could not be written: \(String(cString: strerror(failure)))")
    throw ExitStatus.unreadable
  }

  /// Writes an error about the run as a whole on one line, and the help, if any, on another.
  static func complain(_ message: String, help: String? = nil) {
    writeError("error: \(DisplayText.escaped(message))\n")
    if let help { writeError("  = help: \(DisplayText.escaped(help))\n") }
  }

  /// Writes a note about the run as a whole.
  static func note(_ message: String) { writeError("note: \(DisplayText.escaped(message))\n") }

  /// True if the program runs in CI, where golden files, scenarios and specs are never changed.
  static var isUnderCI: Bool { environment("CI") != nil }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the colour style for a terminal, unless the user has disabled it (no-color.org);
  /// otherwise the plain style.
  private static func style(of descriptor: Int32) -> TextStyle {
    let wanted =
      isatty(descriptor) == 1 && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
    return wanted ? .ansi : .plain
  }
}
