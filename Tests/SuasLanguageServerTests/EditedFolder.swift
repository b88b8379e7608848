import Foundation
import JSONRPC
import Locking
import SuasIDE
import SuasLanguageServer
import SuasSpec

/// A folder with files that a test edits, as an editor does.
final class EditedFolder {
  let path: String
  let workspace: Workspace

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("suas-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
    workspace = Workspace(folders: [path])
    for (name, text) in files {
      let file = URL(fileURLWithPath: self[name])
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Opens a file with a text in which `|` marks the cursor.
  func open(_ name: String, _ marked: String) throws -> (document: Document, cursor: Int) {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    workspace.open(self[name], Array(parts.joined().utf8))
    let document = workspace.document(at: self[name])
    guard let document else { throw CocoaError(.fileNoSuchFile) }
    return (document, parts[0].utf8.count)
  }

  /// The labels of the completions at the cursor of a text.
  func completions(_ name: String, _ marked: String) throws -> [String] {
    let (document, cursor) = try open(name, marked)
    return workspace.completions(in: document, at: cursor).items.map(\.label)
  }
}

/// A client that talks to a server in this process, message by message.
final class TestClient {
  private let received = Mutex<[UInt8]>([])
  let server: LanguageServer
  private var reader = MessageReader()
  private var lastID = 0

  init(
    folders: [String] = [], capabilities: [String: Any] = [:], pause: Swift.Duration = .zero
  ) throws {
    let box = Received()
    server = LanguageServer(Client { box.add($0) }, version: "1.2.3", pause: pause)
    self.box = box
    let answer = try request(
      "initialize",
      [
        "capabilities": capabilities,
        "workspaceFolders": folders.map { ["uri": "file://\($0)", "name": $0] },
      ])
    initialization = answer
    try notify("initialized", [:])
  }

  private final class Received: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    func take() -> [UInt8] {
      bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes
      }
    }
  }
  private let box: Received
  private(set) var initialization: [String: Any] = [:]
  private(set) var notifications: [(method: String, parameters: [String: Any])] = []

  func send(_ message: [String: Any]) throws {
    var message = message
    message["jsonrpc"] = "2.0"
    server.receive(Array(try JSONSerialization.data(withJSONObject: message)))
  }

  func notify(_ method: String, _ parameters: [String: Any]) throws {
    try send(["method": method, "params": parameters])
    while server.idle() == .zero {}
    _ = try answers()
  }

  /// Sends a request and returns its result, or its error under `error`.
  @discardableResult
  func request(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
    try value(method, parameters) as? [String: Any] ?? [:]
  }

  /// Sends a request and returns its result.
  func value(_ method: String, _ parameters: [String: Any]) throws -> Any? {
    lastID += 1
    try send(["id": lastID, "method": method, "params": parameters])
    let answer = try answers().first { $0["id"] as? Int == lastID }
    if let error = answer?["error"] { return ["error": error] }
    return answer?["result"]
  }

  /// Reads what the server has sent, and keeps the notifications.
  func answers() throws -> [[String: Any]] {
    reader.add(box.take())
    var answers: [[String: Any]] = []
    while let bytes = try reader.next() {
      let message = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
      if let method = message["method"] as? String {
        notifications.append((method, message["params"] as? [String: Any] ?? [:]))
      } else {
        answers.append(message)
      }
    }
    return answers
  }

  func open(_ path: String, _ text: String, version: Int = 1) throws {
    try notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file://\(path)", "languageId": "yaml", "version": version, "text": text,
        ]
      ])
  }

  /// The code actions at a place of a file.
  func codeActions(in path: String, line: Int, character: Int) throws -> [[String: Any]] {
    let place = ["line": line, "character": character]
    let actions = try value(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file://" + path],
        "range": ["start": place, "end": place], "context": ["diagnostics": []],
      ])
    return actions as? [[String: Any]] ?? []
  }

  /// The last diagnostics that were published for a file.
  func diagnostics(of path: String) -> [[String: Any]] {
    notifications.last {
      $0.method == "textDocument/publishDiagnostics"
        && $0.parameters["uri"] as? String == "file://\(path)"
    }?.parameters["diagnostics"] as? [[String: Any]] ?? []
  }
}
