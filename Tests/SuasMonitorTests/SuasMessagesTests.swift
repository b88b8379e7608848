import CEL
import Testing

@testable import SuasMonitor

/// The protocol of the monitor that Suas had.
@Suite struct SuasMessagesTests {
  private static let greeting =
    #"{"action":"ConnectedToMonitor","actionData":{},"state":{"Notes":{"texts":[]},"Other":{}}}"#
  private static let note =
    #"{"action":"Note","actionData":{"text":"a&&__"},"state":{"Notes":{"texts":["a"]},"Other":{}}}"#
  private static let text = greeting + "&&__&&__&&" + note + "&&__&&__&&" + note + "&&__&&__&&"

  private func lines(of text: String, in parts: Int) throws -> [String] {
    var messages = SuasMessages()
    var lines: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      lines += try messages.lines(in: Array(rest.prefix(parts)), at: .epoch, after: 5)
      rest = rest.dropFirst(parts)
    }
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("Messages become the lines of a log, however they are split", arguments: [1, 3, 10, 5000])
  func messages(size: Int) throws {
    #expect(
      try lines(of: Self.text, in: size) == [
        #"{"suas-log":1,"spec":"","clock":"1970-01-01T00:00:00Z","changes":true,"state":{"Notes":{"texts":[]},"Other":{}}}"#,
        #"{"t":5,"action":"Note","with":{"text":"a&&__"},"from":"app","id":1}"#,
        #"{"t":5,"changes":{"Notes":{"texts":["a"]}},"of":1}"#,
        #"{"t":5,"action":"Note","with":{"text":"a&&__"},"from":"app","id":2}"#,
      ])
  }

  @Test(
    "What is no message ends the connection",
    arguments: ["x&&__&&__&&", "[]&&__&&__&&", "{}&&__&&__&&", #"{"action":"A"}&&__&&__&&"#])
  func garbage(text: String) {
    #expect(throws: SuasMessages.Failure.self) { try lines(of: text, in: 100) }
  }
}
