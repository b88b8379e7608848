import Foundation

/// The built program on a pseudo-terminal.
final class PseudoTerminal {
  let process = Process()
  /// The output so far that no call of `expect` has consumed.
  private(set) var seen = ""
  private let control: Int32
  private let device: Int32
  private let before: termios
  private var pending: [UInt8] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String], in folder: URL, columns: Int) throws {
    var (control, device) = (Int32(-1), Int32(-1))
    guard openpty(&control, &device, nil, nil, nil) == 0 else {
      throw Failure(description: "there is no terminal to be had")
    }
    (self.control, self.device) = (control, device)
    var attributes = termios()
    tcgetattr(device, &attributes)
    before = attributes
    resize(columns: columns)
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm", "NO_COLOR": "1"]
    let terminal = FileHandle(fileDescriptor: device, closeOnDealloc: false)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try withoutBlockedSignals { try process.run() }
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(control)
    close(device)
  }

  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count {
      // The program may be blocked until its output is read.
      read(for: 0)
      let count = write(
        control, Array(bytes[written...].prefix(256)), min(256, bytes.count - written))
      guard count > 0 else { return }
      written += count
    }
  }

  /// Waits for a text, and removes the output up to its end.
  func expect(_ text: String, seconds: Double = 30) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      if let range = seen.range(of: text, options: .literal) {
        seen.removeSubrange(..<range.upperBound)
        return
      }
      guard Date() < end else {
        throw Failure(
          description: "'\(text)' did not come, but \(seen.suffix(2000).debugDescription)")
      }
      read(for: 100)
    }
  }

  /// Reads the available output, or output that arrives within some milliseconds.
  private func read(for milliseconds: Int32) {
    var wait = milliseconds
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      var poll = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
      guard Foundation.poll(&poll, 1, wait) > 0 else { return }
      let count = Foundation.read(control, &chunk, chunk.count)
      guard count > 0 else { return }
      pending += chunk[..<count]
      // The last character may be incomplete.
      if let text = String(validating: pending, as: UTF8.self) {
        seen += text
        pending = []
      }
      wait = 0
    }
  }

  func resize(columns: Int) {
    var size = winsize(
      ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(control, UInt(TIOCSWINSZ), &size)
    if process.isRunning { kill(process.processIdentifier, SIGWINCH) }
  }

  /// Waits for the program to end; returns its exit code, or the signal that ended it.
  func end() throws -> Int32 {
    let end = Date(timeIntervalSinceNow: 30)
    while process.isRunning {
      guard Date() < end else { throw Failure(description: "the program does not end: \(seen)") }
      read(for: 20)
    }
    return process.terminationStatus
  }

  /// True if the terminal has the same settings as before the program began.
  var isAsBefore: Bool {
    var now = termios()
    tcgetattr(device, &now)
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag
      && now.c_oflag == before.c_oflag
  }
}

/// Starts a program with no signals blocked: it inherits the signal mask, and threads of tests
/// block most signals.
func withoutBlockedSignals(_ start: () throws -> Void) rethrows {
  var none = sigset_t()
  var blocked = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &blocked)
  defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
  try start()
}
