import Foundation

/// The messages of an editor to the language server, in a file that is its input.
struct EditorSession {
  private var bytes = Data()
  private var version = 0
  private let address: String

  /// - Parameter name: The name of the file that is edited.
  init(in folder: URL, editing name: String) {
    address = folder.appendingPathComponent(name).absoluteString
    let folders = [["uri": folder.absoluteString, "name": "folder"]]
    request("initialize", ["capabilities": [String: Any](), "workspaceFolders": folders])
    notify("initialized", [:])
  }

  /// The messages, with those that end the server.
  var input: Data {
    var session = self
    session.request("shutdown", [:])
    session.notify("exit", [:])
    return session.bytes
  }

  mutating func open(_ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": address, "languageId": "yaml", "version": 0, "text": text]])
  }

  mutating func replace(with text: String) {
    version += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": address, "version": version], "contentChanges": [["text": text]],
      ])
  }

  /// Asks for something at a place in the file.
  mutating func ask(_ what: String, line: Int, character: Int) {
    request(
      "textDocument/\(what)",
      [
        "textDocument": ["uri": address], "position": ["line": line, "character": character],
        "context": ["includeDeclaration": true], "newName": "other",
      ])
  }

  private mutating func request(_ method: String, _ parameters: [String: Any]) {
    version += 1
    send(["id": version, "method": method, "params": parameters])
  }

  private mutating func notify(_ method: String, _ parameters: [String: Any]) {
    send(["method": method, "params": parameters])
  }

  private mutating func send(_ message: [String: Any]) {
    let message = message.merging(["jsonrpc": "2.0"]) { $1 }
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    bytes += Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
