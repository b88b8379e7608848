import Foundation
import Testing

/// Files that begin with a byte-order mark.
@Suite struct ByteOrderMarkTests {
  private static let spec = """
    suas: 1
    states: { Spot: { t: string = a } }
    actions: { Put: { x: string } }
    reducers: { R: { state: Spot, on: { Put: [{ set: t, value: 1 }, { set: t, value: "${action.x}" }] } } }

    """
  private static let scenario = """
    spec: spec.yaml
    scenario: n
    steps: [{ dispatch: Put, with: { x: b }, expect: { state: { Spot: { t: b } } } }]

    """
  private static let mark = "\u{FEFF}"

  private func position(_ line: Int, _ character: Int) -> [String: Int] {
    ["line": line, "character": character]
  }

  /// The ranges of a file's diagnostics that were published last.
  private func ranges(_ client: TestClient, of uri: String) -> [[String: [String: Int]]] {
    let last = client.notifications.last { $0.parameters["uri"] as? String == uri }
    let diagnostics = last?.parameters["diagnostics"] as? [[String: Any]] ?? []
    return diagnostics.compactMap { $0["range"] as? [String: [String: Int]] }
  }

  private func open(_ text: String, _ uri: String, _ client: TestClient) throws {
    try client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "yaml", "version": 1, "text": text]])
  }

  @Test("Diagnostics have the same places with a mark, which is a character of the first line")
  func diagnostics() throws {
    let folder = try EditedFolder()
    let uri = "file://\(folder["spec.yaml"])"
    for (text, column) in [("suas: 1\nstates: 3\n", 8), ("suas: 2\n", 6)] {
      let client = try TestClient(folders: [folder.path])
      try open(text, uri, client)
      let plain = try #require(ranges(client, of: uri).first?["start"])
      try open(Self.mark + text, uri, client)
      let marked = try #require(ranges(client, of: uri).first?["start"])
      #expect(plain["character"] == column)
      #expect(marked["line"] == plain["line"])
      #expect(marked["character"] == (plain["line"] == 0 ? column + 1 : column))
    }
  }

  @Test("An edit of the first line of a text with a mark changes what the client changes")
  func edits() throws {
    let folder = try EditedFolder()
    let uri = "file://\(folder["spec.yaml"])"
    let client = try TestClient(folders: [folder.path])
    try open(Self.mark + "suas: 2\nstates: { S: { n: int = 0 } }\n", uri, client)
    #expect(!ranges(client, of: uri).isEmpty)
    func change(_ first: Int, _ last: Int, _ text: String) throws {
      try client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": uri, "version": 2],
          "contentChanges": [
            ["range": ["start": position(0, first), "end": position(0, last)], "text": text]
          ],
        ])
    }
    try change(7, 8, "1")
    #expect(ranges(client, of: uri).isEmpty)
    try change(0, 1, "")
    try change(6, 7, "2")
    #expect(ranges(client, of: uri).first?["start"] == position(0, 6))
  }

  @Test("A rename edits files with a mark after the mark", arguments: ["", "\u{FEFF}"])
  func rename(mark: String) throws {
    let folder = try EditedFolder([
      "spec.yaml": mark + Self.spec.replacing("{ set: t, value: 1 }, ", with: ""),
      "n.scenario.yaml": Self.mark + Self.scenario,
    ])
    let client = try TestClient(
      folders: [folder.path],
      capabilities: ["workspace": ["workspaceEdit": ["documentChanges": true]]])
    let uri = "file://\(folder["spec.yaml"])"
    try open(mark + Self.spec.replacing("{ set: t, value: 1 }, ", with: ""), uri, client)
    let answer = try client.request(
      "textDocument/rename",
      ["textDocument": ["uri": uri], "position": position(1, 11), "newName": "Place"])
    let changes = answer["documentChanges"] as? [[String: Any]] ?? []
    let edits = changes.flatMap { $0["edits"] as? [[String: Any]] ?? [] }
    let starts = edits.compactMap { ($0["range"] as? [String: [String: Int]])?["start"] }
    #expect(starts == [position(2, 60), position(1, 10), position(3, 24)], "\(answer)")
  }
}
