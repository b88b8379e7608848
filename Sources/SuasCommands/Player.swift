import CEL
import LineEditing
import SuasScenario
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

/// Passes typed or piped lines to a session, and shows its replies.
final class Player {
  private var session: Session
  private let output = ReplyText(style: Terminal.outputStyle)
  private let errors = ReplyText(style: Terminal.errorStyle)

  init(_ session: Session) { self.session = session }

  /// Replies to all lines of standard input.
  ///
  /// - Returns: true if every line could be performed.
  func playPiped() -> Bool {
    var lines = InputLines()
    var isSound = true
    while let line = lines.next() {
      guard let line = String(utf8: line) else {
        session.skipLine()
        Terminal.complain("a line is no text: it is not UTF-8")
        isSound = false
        continue
      }
      guard let goesOn = answer(line) else { break }
      if !goesOn { isSound = false }
    }
    if lines.hasFailed {
      Terminal.complain("the input could not be read to its end")
      isSound = false
    }
    return isSound
  }

  /// Reads lines from the terminal until the session ends.
  func playTyped() {
    Terminal.write("'help' lists what can be typed; Ctrl-D ends the session\n")
    let editor = LineEditor(prompt: "> ", terminal: STDIN_FILENO) { [self] text in
      let (start, candidates) = session.completion(of: text)
      return Completion(start: start, candidates: candidates)
    }
    defer { editor.close() }
    while true {
      Terminal.flush()
      switch editor.next() {
      case .ended: return
      case .abandoned: continue
      case .entered(let line): if answer(line) == nil { return }
      }
    }
  }

  /// Replies to one line; returns `nil` if it ends the session, and otherwise whether it could be
  /// performed.
  func answer(_ line: String) -> Bool? {
    let reply = session.perform(line)
    if case .quit = reply { return nil }
    if reply.isFailure {
      Terminal.writeError(errors.render(reply))
    } else {
      Terminal.write(output.render(reply))
      Terminal.flush()
    }
    return !reply.isFailure
  }
}

/// Reads the lines of standard input, which may contain any bytes.
struct InputLines {
  /// The greatest length of a line in bytes; a longer one is an error.
  private static let limit = Source.maximumSize

  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private(set) var hasFailed = false

  /// Returns the next line without its line break; `nil` at the end of the input.
  mutating func next() -> ArraySlice<UInt8>? {
    var searched = start
    while !hasFailed {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return trimmed(buffer[start..<end])
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return trimmed(buffer[start...])
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      read()
    }
    return nil
  }

  private func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  private mutating func read() {
    guard buffer.count <= Self.limit else {
      hasFailed = true
      isAtEnd = true
      buffer = []
      return
    }
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    let count = readBytes(from: STDIN_FILENO, into: &chunk)
    if count < 0, errno == EINTR { return }
    if count <= 0 {
      hasFailed = count < 0
      isAtEnd = true
    } else {
      buffer += chunk[..<count]
    }
  }
}
