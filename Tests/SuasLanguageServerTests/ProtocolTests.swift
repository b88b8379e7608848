import Foundation
import SuasLanguageServer
import Testing

@Suite struct ProtocolTests {
  @Test func messagesArriveInPieces() throws {
    var reader = MessageReader()
    let bytes = Array("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\nX: y\r\n\r\nnull".utf8)
    var messages: [String] = []
    for byte in bytes {
      reader.add([byte])
      while let message = try reader.next() {
        messages.append(String(decoding: message, as: UTF8.self))
      }
    }
    #expect(messages == ["{}", "null"])
  }

  @Test(arguments: [
    "Content-Length: 1000000000\r\n\r\n", "Content-Length: -1\r\n\r\n", "X: y\r\n\r\n",
    String(repeating: "x", count: 5000),
  ])
  func headersWithoutASensibleLengthEndTheStream(_ text: String) {
    var reader = MessageReader()
    reader.add(text.utf8)
    #expect(throws: MessageReader.Failure.self) { try reader.next() }
  }

  @Test func unknownMethodsAndBrokenMessagesAreAnsweredWithErrors() throws {
    let client = try TestClient()
    let unknown = try client.request("textDocument/unknown", [:])
    #expect((unknown["error"] as? [String: Any])?["code"] as? Int == -32601)
    client.server.receive(Array("{".utf8))
    let broken = try client.answers().first?["error"] as? [String: Any]
    #expect(broken?["code"] as? Int == -32700)
  }

  @Test(
    "A request whose id or method is unsound is answered with an error",
    arguments: [
      ("null", -32600), ("true", -32600), ("false", -32600), ("1.5", -32600), ("1.0", -32600),
      ("1e3", -32600), ("[]", -32600), ("[1]", -32600), ("{}", -32600),
      ("9223372036854775808", -32600), ("-9223372036854775809", -32600),
      ("18446744073709551616", -32600), ("1\(String(repeating: "0", count: 400))", -32600),
      ("1e999", -32600), ("-", -32700), ("01", -32700), ("NaN", -32700),
    ])
  func unsoundIDs(id: String, code: Int) throws {
    for method in [
      "workspace/symbol", "initialize", "unknown", "$/cancelRequest", "shutdown", "exit",
    ] {
      let client = try TestClient()
      client.server.receive(
        Array(#"{"jsonrpc": "2.0", "id": \#(id), "method": "\#(method)", "params": {}}"#.utf8))
      let answers = try client.answers()
      #expect(answers.count == 1)
      #expect(answers.first?["id"] is NSNull)
      #expect((answers.first?["error"] as? [String: Any])?["code"] as? Int == code, "\(answers)")
      #expect(!client.server.hasEnded)
    }
  }

  @Test(
    "The id of a request comes back as it was",
    arguments: ["0", "-1", "9223372036854775807", "-9223372036854775808", #""""#, #""é\n\"1""#])
  func soundIDs(id: String) throws {
    let client = try TestClient()
    for (rest, code) in [
      (#""method": "workspace/symbol", "params": {"query": ""}"#, nil),
      (#""method": "unknown""#, -32601), (#""method": 1"#, -32600), (#""params": {}"#, -32600),
    ] {
      client.server.receive(Array(#"{"jsonrpc": "2.0", "id": \#(id), \#(rest)}"#.utf8))
      let answer = try #require(try client.answers().first)
      let sent = try JSONSerialization.jsonObject(with: Data(id.utf8), options: .fragmentsAllowed)
      #expect((answer["id"] as? NSObject) == sent as? NSObject, "\(rest)")
      #expect((answer["error"] as? [String: Any])?["code"] as? Int == code)
    }
  }

  @Test(
    "Nothing answers an answer, whatever its id is",
    arguments: ["1", "null", "1.5", #""suas-run-1""#, "{}"])
  func answers(id: String) throws {
    let client = try TestClient()
    for rest in [#""result": null"#, #""error": {"code": -32600, "message": ""}"#] {
      client.server.receive(Array(#"{"jsonrpc": "2.0", "id": \#(id), \#(rest)}"#.utf8))
      #expect(try client.answers().isEmpty)
    }
  }

  @Test func aServerThatWasShutDownExitsWithZero() throws {
    let client = try TestClient()
    try client.request("shutdown", [:])
    try client.notify("exit", [:])
    #expect(client.server.hasEnded)
    #expect(client.server.status == 0)
  }

  @Test func diagnosticsFollowEachEdit() throws {
    let folder = try EditedFolder()
    let path = folder["spec.yaml"]
    let client = try TestClient(folders: [folder.path])
    try client.open(path, "suas: 1\nstates:\n  S: { a: \"string = é\", b: Strin }\n")
    let first = try #require(client.diagnostics(of: path).first)
    #expect(first["code"] as? String == "unknown-type")
    let range = try #require(first["range"] as? [String: [String: Int]])
    #expect(range["start"] == ["line": 2, "character": 27])
    try client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "file://\(path)", "version": 2],
        "contentChanges": [
          [
            "range": [
              "start": ["line": 2, "character": 27], "end": ["line": 2, "character": 32],
            ],
            "text": "string",
          ]
        ],
      ])
    #expect(client.diagnostics(of: path).isEmpty)
  }

  @Test func errorsOfAnIncludedFileThatIsNotOpenAreShownThere() throws {
    let folder = try EditedFolder(["types.yaml": "suas: 1\ntypes:\n  T: { a: Strin }\n"])
    let client = try TestClient(folders: [folder.path])
    try client.open(folder["spec.yaml"], "suas: 1\ninclude: types.yaml\n")
    #expect(client.diagnostics(of: folder["types.yaml"]).count == 1)
    try client.open(folder["types.yaml"], "suas: 1\ntypes:\n  T: { a: string }\n")
    let codes = client.diagnostics(of: folder["types.yaml"]).map { $0["code"] as? String }
    #expect(!codes.contains("unknown-type"))
  }

  @Test(
    "Files of other programs have no diagnostics",
    arguments: [
      "apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers: []\n",
      "name: web\nservices:\n  web: { image: nginx }\nvolumes:\n  data:\n",
      "steps:\n  - script: make\n", "rules:\n  semi: error\n", "include: [a.yaml]\n",
      "name: CI\non: push\njobs: {}\n", "fragments: {}\nother: 1\n", "- a\n- b\n", "text\n",
    ])
  func filesOfOthers(_ text: String) throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    try client.open(folder["other.yaml"], text)
    #expect(client.diagnostics(of: folder["other.yaml"]).isEmpty)
  }

  @Test func theCodeOfADiagnosticCanBeExplained() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    try client.open(folder["spec.yaml"], "suas: 1\nstates:\n  S: { a: itn }\n")
    let actions = try client.codeActions(in: folder["spec.yaml"], line: 2, character: 11)
    let command = try #require(actions.last)
    #expect(command["title"] as? String == "Explain 'unknown-type'")
    let answer = try client.request("workspace/executeCommand", command)
    #expect((answer["text"] as? String)?.hasPrefix("unknown-type: ") == true, "\(answer)")
    let wrong = try client.request(
      "workspace/executeCommand",
      ["command": "suas-run.explain", "arguments": [["code": "no-such-code"]]])
    let failure = wrong["error"] as? [String: Any]
    #expect(failure?["message"] as? String == "there is no code 'no-such-code'")
  }

  @Test func onlyDiagnosticsThatAClientDoesNotKnowAreSent() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    let scenario = folder["spec.scenario.yaml"]
    func sent() -> Int {
      client.notifications.count {
        $0.method == "textDocument/publishDiagnostics"
          && $0.parameters["uri"] as? String == "file://" + scenario
      }
    }
    let spec = "suas: 1\nactions:\n  Begin:\n"
    try client.open(folder["spec.yaml"], spec)
    try client.open(
      scenario, "spec: spec.yaml\nscenario: Begins\nsteps: [{ dispatch: Begin }]\n")
    #expect(sent() == 1)
    try client.open(folder["spec.yaml"], spec + "  Stop:\n")
    #expect(sent() == 1)
    try client.open(folder["spec.yaml"], "suas: 1\nactions:\n  Stop:\n")
    #expect(sent() == 2)
    #expect(!client.diagnostics(of: scenario).isEmpty)
  }

  @Test func theFilesThatDependOnAnEditedOneWaitForAPause() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path], pause: .seconds(600))
    try client.open(folder["spec.yaml"], "suas: 1\nactions:\n  Begin:\n")
    try client.open(
      folder["spec.scenario.yaml"],
      "spec: spec.yaml\nscenario: Begins\nsteps: [{ dispatch: Begin }]\n")
    try client.open(folder["spec.yaml"], "suas: 1\nactions:\n  Stop: itn\n")
    #expect(!client.diagnostics(of: folder["spec.yaml"]).isEmpty)
    #expect(client.diagnostics(of: folder["spec.scenario.yaml"]).isEmpty)
    let wait = try #require(client.server.idle())
    #expect(wait > .seconds(500))
  }

  @Test func ofALargeSpecTheEditedEntryIsCheckedFirst() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path], pause: .seconds(600))
    let path = folder["spec.yaml"]
    // Of a smaller one, everything is checked at once.
    let actions = (0..<3000).map { "  Action\($0): {}\n" }.joined()
    let spec = """
      suas: 1
      states:
        Count: { value: int = 0, other: int = 0 }
      reducers:
        count:
          state: Count
          on:
            Action0:
              - increment: value
      actions:

      """
    func published(after text: String = "", _ changed: String = "") throws -> [Int] {
      let former = client.notifications.count
      try client.open(path, spec.replacing(text, with: changed) + actions, version: former)
      return client.notifications[former...].map {
        let items = $0.parameters["diagnostics"] as? [[String: Any]] ?? []
        return items.count { $0["severity"] as? Int == 1 }
      }
    }
    #expect(try published() == [0])
    #expect(try published(after: "increment: value", "increment: valu") == [1])
    #expect(try published(after: "value: int", "value: itn") == [1])
    // The rule that uses the field is checked after the state.
    #expect(try published(after: "value: int", "valu: int") == [0, 1])
    #expect(client.diagnostics(of: path).count == 1)
  }

  @Test func theNameOfAScenarioFileTellsItsKind() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    try client.open(folder["a.scenario.yaml"], "spec: a.yaml\n")
    #expect(!client.diagnostics(of: folder["a.scenario.yaml"]).isEmpty)
  }

  @Test func foldersCanBeAddedAndRemoved() throws {
    let folder = try EditedFolder(["spec.yaml": "suas: 1\nactions:\n  Begin:\n"])
    let client = try TestClient()
    func symbols() throws -> [String] {
      let found = try client.value("workspace/symbol", ["query": "beg"]) as? [[String: Any]]
      return found?.compactMap { $0["name"] as? String } ?? []
    }
    let changed = [["uri": "file://\(folder.path)", "name": "folder"]]
    #expect(try symbols() == [])
    try client.notify(
      "workspace/didChangeWorkspaceFolders", ["event": ["added": changed, "removed": []]])
    #expect(try symbols() == ["Begin"])
    try client.notify(
      "workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": changed]])
    #expect(try symbols() == [])
  }
}
