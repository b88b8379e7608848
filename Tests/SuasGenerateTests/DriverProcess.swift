import Foundation
import SuasProgram

/// A trace driver that runs, and answers one request a line.
final class DriverProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  struct Ended: Error {}

  init(_ executable: URL, _ arguments: [String] = []) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sends a request and returns the answer.
  @discardableResult
  func ask(_ request: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(request)\n".utf8))
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Ended() }
      rest.append(more)
    }
  }

  /// Begins a new store with a state.
  func begin(_ state: String) throws {
    try ask(#"{"begin":{"clock":"2000-01-01T00:00:00Z","seed":0,"state":\#(state)}}"#)
  }
}
