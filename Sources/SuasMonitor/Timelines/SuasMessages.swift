import CEL
import SuasSpec

/// Turns the messages of the Suas Monitor's protocol into the lines of a session log.
///
/// Each message is a JSON object with `action`, `actionData` and the whole `state`, followed by ten
/// characters that separate it from the next.
package struct SuasMessages {
  private var bytes: [UInt8] = []
  /// The number of bytes in which there is no separator.
  private var searched = 0
  private var store = Map()
  private var last = 0
  private var hasBegun = false

  private static let separator = Array("&&__&&__&&".utf8)
  private static let greeting = "ConnectedToMonitor"
  /// The maximum length of a message, in bytes.
  private static let longest = 64 << 20

  /// The reason why no more lines can be made.
  package struct Failure: Error {
    package let message: String
  }

  package init() {}

  /// Adds bytes of the app, and returns the lines of all messages that are whole with them.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - passed: The time since the connection began, in nanoseconds.
  package mutating func lines(
    in more: [UInt8], at now: Timestamp, after passed: Int64
  ) throws(Failure) -> [UInt8] {
    bytes += more
    var lines: [UInt8] = []
    while let end = bytes[searched...].firstRange(of: Self.separator) {
      var reader = JSONReader(bytes, in: 0..<end.lowerBound)
      guard case .map(let message)? = try? reader.readWhole() else {
        throw Failure(message: "a message is no JSON object")
      }
      lines += try self.lines(of: message, at: now, after: passed)
      bytes.removeFirst(end.upperBound)
      searched = 0
    }
    searched = max(0, bytes.count - Self.separator.count)
    guard bytes.count <= Self.longest else { throw Failure(message: "a message is too long") }
    return lines
  }

  private mutating func lines(
    of message: Map, at now: Timestamp, after passed: Int64
  ) throws(Failure) -> [UInt8] {
    guard case .string(let action)? = message["action"], case .map(let state)? = message["state"]
    else { throw Failure(message: "a message has no action or no state") }
    guard hasBegun, action != Self.greeting else {
      hasBegun = true
      store = state
      return Self.line { json in
        json.write("suas-log", 1)
        json.write("spec", "")
        json.write("clock", .timestamp(now))
        json.write("changes", true)
        json.write("state", .map(state))
      }
    }
    last += 1
    let changed = state.filter { store[$0.key] != $0.value }
    store = state
    let line = Self.line { [last] json in
      json.write("t", .int(passed))
      json.write("action", action)
      if case .map(let data)? = message["actionData"], data.count > 0 {
        json.write("with", .map(data))
      }
      json.write("from", "app")
      json.write("id", last)
    }
    guard !changed.isEmpty else { return line }
    return line
      + Self.line { [last] json in
        json.write("t", .int(passed))
        json.writeObject("changes") { json in
          for (key, value) in changed { json.write(Path([]).key(key).description, value) }
        }
        json.write("of", last)
      }
  }

  private static func line(_ write: (inout JSONText) -> Void) -> [UInt8] {
    var json = JSONText.object(write)
    json.writeLineBreak()
    return json.bytes
  }
}
