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
}
