import ArgumentParser
import SuasSpec
import YAML

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the program ends with something else than 0.
enum ExitStatus {
  static let failed = ExitCode(1)
  static let unreadable = ExitCode(2)
  /// As a shell has it for a program that Ctrl-C ended.
  static let interrupted = ExitCode(130)
}

/// The streams that the program reads and writes.
enum Terminal {
  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static var outputStyle: TextStyle { style(of: STDOUT_FILENO) }
  static var errorStyle: TextStyle { style(of: STDERR_FILENO) }

  /// Whether somebody types and reads at a terminal that knows escape sequences.
  static var isInteractive: Bool {
    inputIsTerminal && outputIsTerminal && environment("TERM") != "dumb"
  }

  /// Whether somebody can answer, or has: at a terminal, in a pipe or in a file.
  static var hasInput: Bool {
    if inputIsTerminal { return true }
    var information = stat()
    guard fstat(STDIN_FILENO, &information) == 0 else { return false }
    return information.st_mode & S_IFMT != S_IFCHR
  }

  /// Whether somebody watches who wants to know how far something is.
  static var showsProgress: Bool { errorIsTerminal && environment("TERM") != "dumb" }

  /// How wide the terminal is that standard error goes to.
  static var errorColumns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// How many threads can work at once.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Makes what cannot be written, to a pipe that nobody reads or beyond a file's limit, an error
  /// like any other.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Why something was not written to standard output; nil while everything was.
  nonisolated(unsafe) private static var failure: Int32?

  nonisolated(unsafe) private static var output = GuardedLog()
  nonisolated(unsafe) private static var errors = GuardedLog()

  static func write(_ text: String) { write(text, as: .text) }

  static func write(_ text: String, as notation: GuardedLog.Notation) {
    if fputs(output.guarded(text, as: notation), stdout) == EOF { noteFailure() }
  }

  /// Writes parts of a text in some notation.
  static func writer(_ notation: GuardedLog.Notation) -> (String) -> Void {
    { write($0, as: notation) }
  }

  private static func noteFailure() { if failure == nil { failure = errno } }

  /// Sees to it that what was written is seen.
  static func flush() { if fflush(stdout) != 0 { noteFailure() } }

  /// Writes to standard error, after what has been written to standard output.
  static func writeError(_ text: String) {
    flush()
    fputs(errors.guarded(text, as: .text), stderr)
  }

  /// Writes diagnostics, after what has been written to standard output.
  ///
  /// - Parameter ofYAML: Whether what is wrong may come of YAML's own reading.
  static func report(_ diagnostics: Diagnostics, ofYAML: Bool = true) {
    guard !diagnostics.items.isEmpty else { return }
    var shown = ofYAML ? diagnostics.explainingTraps() : diagnostics
    let hidden = max(0, shown.items.count - mostDiagnostics) + shown.omitted
    shown.items = Array(shown.items.prefix(mostDiagnostics))
    writeError(shown.render(errorStyle))
    if hidden > 0 { writeError("\n… and \(hidden) more\n") }
  }

  /// How many diagnostics are shown at once.
  private static let mostDiagnostics = 100

  /// Sees to it that everything has been written to standard output.
  static func finish() throws {
    flush()
    guard let failure else { return }
    // A reader that has gone, as `head` does, has what it wants.
    guard failure != EPIPE else { throw ExitStatus.unreadable }
    complain("the output could not be written: \(String(cString: strerror(failure)))")
    throw ExitStatus.unreadable
  }

  /// Writes one line about the run as a whole, and one that says what to do where there is one.
  static func complain(_ message: String, help: String? = nil) {
    writeError("error: \(DisplayText.escaped(message))\n")
    if let help { writeError("  = help: \(DisplayText.escaped(help))\n") }
  }

  /// Says something about the run as a whole that is no error.
  static func note(_ message: String) { writeError("note: \(DisplayText.escaped(message))\n") }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Colours are for terminals, and for nobody who has said no to them (no-color.org).
  private static func style(of descriptor: Int32) -> TextStyle {
    let wanted =
      isatty(descriptor) == 1 && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
    return wanted ? .ansi : .plain
  }
}
