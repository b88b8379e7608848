import CEL

/// The reason why a driver gave no answer.
struct DriverFailure: Error {
  let message: String
}

/// A trace driver that runs as a process of its own, and answers each line with a line.
///
/// It is used by one thread at a time.
final class DriverProcess: @unchecked Sendable {
  private let process: ChildProcess
  /// The bytes that were received after the last answer.
  private var received: [UInt8] = []

  /// The largest answer, in bytes.
  static let largestAnswer = 64 << 20

  /// Starts a command in a shell.
  ///
  /// - Throws: A failure if no process can be started.
  init(_ command: String) throws(DriverFailure) {
    do throws(ChildProcess.StartFailure) {
      process = try ChildProcess(["/bin/sh", "-c", command])
    } catch {
      switch error {
      case .noProgram: throw DriverFailure(message: "no process can be started: there is no shell")
      case .other(let reason):
        throw DriverFailure(message: "no process can be started: \(reason)")
      }
    }
  }

  /// Sends a line, and returns the line that answers it.
  ///
  /// - Parameter limit: The longest time to wait, in milliseconds.
  /// - Throws: A failure, after which the driver is of no use.
  func ask(_ line: String, within limit: Int) throws(DriverFailure) -> String {
    try ask([line], within: limit)[0]
  }

  /// Sends lines at once, and returns the lines that answer them.
  func ask(_ lines: [String], within limit: Int) throws(DriverFailure) -> [String] {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(limit))
    var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    var answers: [String] = []
    var searched = 0
    while true {
      while let end = received[searched...].firstIndex(of: 0x0A) {
        let answer = received[..<end]
        received.removeSubrange(...end)
        searched = 0
        guard let text = String(utf8: answer) else {
          throw failure("it answered with what is no UTF-8")
        }
        answers.append(text)
        if answers.count == lines.count { return answers }
      }
      searched = received.count
      guard searched <= Self.largestAnswer else { throw failure("its answer has no end") }
      let left = deadline.millisecondsLeft
      guard left > 0 else { throw failure("it did not answer within \(limit / 1000) s") }
      guard process.exchange(sending: &rest, receiving: &received, within: left) else {
        throw failureOfEnd()
      }
    }
  }

  /// Returns the failure of a driver that has ended.
  private func failureOfEnd() -> DriverFailure {
    switch process.ending() {
    case .exit(let code): failure("it ended with exit code \(code)")
    case .signal(let signal): failure("it ended by signal \(signal)")
    case nil: failure("it ended its output")
    }
  }

  private func failure(_ reason: String) -> DriverFailure {
    if ProcessGroups.haveEnded { return DriverFailure(message: "the run was interrupted") }
    let words = process.words
    return DriverFailure(message: words.isEmpty ? reason : "\(reason), and said: \(words)")
  }
}
