import Foundation
import Testing

@Suite struct LanguageServerTests {
  private static func framed(_ messages: [String]) -> Data {
    Data(messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined().utf8)
  }

  private let handshake = [
    #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}"#,
    #"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#,
  ]

  @Test func theProgramServesAnEditorOnItsStandardStreams() throws {
    let folder = try Folder()
    let path = folder.url.appendingPathComponent("spec.yaml").path
    let open = """
      {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": \
      {"uri": "file://\(path)", "languageId": "yaml", "version": 1, "text": "suas: 2"}}}
      """
    let input = Self.framed(
      handshake + [
        open, #"{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}"#,
        #"{"jsonrpc": "2.0", "method": "exit"}"#,
      ])
    let result = try Program.run(["lsp"], in: folder, input: input)
    #expect(result.status == 0)
    #expect(result.output.contains(#""capabilities""#))
    #expect(result.errors == "")
  }

  @Test func aStreamThatEndsInTheMiddleOfAMessageEndsTheProgram() throws {
    let input = Self.framed(handshake) + Data("Content-Length: 1000\r\n\r\n{".utf8)
    #expect(try Program.run(["lsp"], in: try Folder(), input: input).status == 1)
  }

  /// A server that works for many seconds, as its client finds out by the first answer.
  private func busyServer(in folder: Folder) throws -> (process: Process, input: Pipe, output: Pipe)
  {
    let actions = (0..<4000).map { "  Action\($0): { number: int, text: string }\n" }.joined()
    let address = "file://\(folder.url.appendingPathComponent("spec.yaml").path)"
    func message(
      _ method: String, _ parameters: [String: Any], id: Int? = nil
    ) throws -> String {
      var json: [String: Any] = ["jsonrpc": "2.0", "method": method, "params": parameters]
      json["id"] = id
      return String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    }
    let edits = try (2...200).flatMap { number in
      let document: [String: Any] = [
        "uri": address, "version": number, "languageId": "yaml",
        "text": "suas: 1\nactions:\n  Begin\(number): {}\n\(actions)",
      ]
      return [
        try message("textDocument/didOpen", ["textDocument": document]),
        try message("textDocument/documentSymbol", ["textDocument": ["uri": address]], id: number),
      ]
    }
    let (process, input, output) = try Self.started(in: folder)
    try input.fileHandleForWriting.write(contentsOf: Self.framed(handshake + edits))
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    return (process, input, output)
  }

  /// Starts a server.
  private static func started(
    in folder: Folder
  ) throws -> (process: Process, input: Pipe, output: Pipe) {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["lsp"]
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = output
    try withoutBlockedSignals { try process.run() }
    return (process, input, output)
  }

  @Test("The server ends when its client ends, in the middle of its work, too")
  func endOfTheClient() throws {
    let folder = try Folder()
    let (process, input, output) = try busyServer(in: folder)
    let end = ContinuousClock.now
    try input.fileHandleForWriting.close()
    try output.fileHandleForReading.close()
    while process.isRunning, ContinuousClock.now - end < .seconds(10) { usleep(10_000) }
    #expect(ContinuousClock.now - end < .seconds(2))
    kill(process.processIdentifier, SIGKILL)
  }

  @Test("What a client has sent is answered when its input ends, as long as it reads")
  func endOfTheInput() throws {
    let folder = try Folder()
    let queries = (2...50).map {
      #"{"jsonrpc": "2.0", "id": \#($0), "method": "workspace/symbol", "params": {"query": ""}}"#
    }
    let (process, input, output) = try Self.started(in: folder)
    try input.fileHandleForWriting.write(contentsOf: Self.framed(handshake + queries))
    try input.fileHandleForWriting.close()
    let answers = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(answers.matches(of: /"result":/).count == 50)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}
