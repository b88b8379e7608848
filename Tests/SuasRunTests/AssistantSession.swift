import Foundation

/// A client of `suas-run mcp` that sends messages and waits for answers.
final class AssistantSession {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received = Data()
  private var lastID = 0
  private let folder: Folder

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Starts a server in a folder, and initializes the session.
  init(in folder: Folder, _ arguments: [String] = [], version: String = "2025-06-18") throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["mcp"] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardInput = input
    process.standardOutput = output
    try withoutBlockedSignals { try process.run() }
    _ = try request(
      "initialize",
      ["protocolVersion": version, "capabilities": [String: Any](), "clientInfo": ["name": "test"]])
    try notify("notifications/initialized", [:])
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Sends a request, and returns its id.
  func send(_ method: String, _ parameters: [String: Any]) throws -> Int {
    lastID += 1
    try write(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters])
    return lastID
  }

  func notify(_ method: String, _ parameters: [String: Any]) throws {
    try write(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request, and returns the message that answers it.
  func request(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let id = try send(method, parameters)
    while true {
      let message = try next()
      if message["id"] as? Int == id { return message }
    }
  }

  /// Calls a tool, and returns its structured content.
  func call(
    _ tool: String, _ arguments: [String: Any] = [:]
  ) throws -> (content: [String: Any], isError: Bool) {
    let answer = try request("tools/call", ["name": tool, "arguments": arguments])
    guard let result = answer["result"] as? [String: Any],
      let content = result["structuredContent"] as? [String: Any],
      let isError = result["isError"] as? Bool,
      let text = ((result["content"] as? [[String: Any]])?.first)?["text"] as? String,
      let same = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    else { throw Failure(description: "\(answer)") }
    guard same == content as NSDictionary else { throw Failure(description: "two contents") }
    return (content, isError)
  }

  /// Returns the next message of the server.
  func next() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        let line = received[received.startIndex..<end]
        received = Data(received[(end + 1)...])
        guard let message = try JSONSerialization.jsonObject(with: line) as? [String: Any] else {
          throw Failure(description: "no object: \(String(decoding: line, as: UTF8.self))")
        }
        return message
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(description: "the server has ended") }
      received += more
    }
  }

  /// Ends the input, and returns the exit code.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func write(_ message: [String: Any]) throws {
    try input.fileHandleForWriting.write(
      contentsOf: JSONSerialization.data(withJSONObject: message) + Data("\n".utf8))
  }
}
