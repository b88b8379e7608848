import Foundation
import SuasLanguageServer
import Testing

@Suite struct RunningTests {
  private let spec = """
    suas: 1
    states:
      Counter: { count: int = 0 }
    actions:
      Add:
      Reset:
    reducers:
      CounterReducer:
        state: Counter
        on:
          Add: [{ increment: count }]
          Reset: [{ reset: state }]

    """
  private let scenario = """
    spec: spec.yaml
    scenarios:
      - name: One
        steps:
          - dispatch: Add
            expect: { state: { Counter: { count: 1 } } }
      - name: Two
        steps:
          - dispatch: Add
          - golden: two
          - expect: { that: store.Counter.count == 2 }

    """

  private func client(_ folder: EditedFolder) throws -> TestClient {
    let client = try TestClient(folders: [folder.path])
    try client.open(folder["spec.yaml"], spec)
    try client.open(folder["spec.scenario.yaml"], scenario)
    return client
  }

  private func run(
    _ client: TestClient, _ command: String, _ argument: [String: Any]
  ) throws -> [String: Any] {
    try client.send([
      "id": "run", "method": "workspace/executeCommand",
      "params": ["command": command, "arguments": [argument], "workDoneToken": "t"],
    ])
    client.server.finishWork()
    let answer = try client.answers().first { $0["id"] as? String == "run" }
    return answer?["result"] as? [String: Any] ?? [:]
  }

  @Test func scenariosRunFromBuffersThatWereNeverSaved() throws {
    let folder = try EditedFolder()
    let client = try client(folder)
    let address = "file://" + folder["spec.scenario.yaml"]
    let result = try run(client, "suas-run.runScenario", ["uri": address])
    #expect(result["passed"] as? Int == 1)
    #expect(result["failed"] as? Int == 1)
    let scenarios = try #require(result["scenarios"] as? [[String: Any]])
    #expect(scenarios.map { $0["outcome"] as? String } == ["passed", "failed"])
    #expect(scenarios.map { $0["line"] as? Int } == [2, 6])
    #expect(client.notifications.contains { $0.method == "$/progress" })

    let lenses =
      try client.value(
        "textDocument/codeLens", ["textDocument": ["uri": address]]) as? [[String: Any]]
    let titles = lenses?.compactMap { ($0["command"] as? [String: Any])?["title"] as? String }
    #expect(titles?.contains("passed") == true)
    #expect(titles?.contains { $0.hasPrefix("failed: ") } == true)
    #expect(titles?.contains { $0.contains("\n") } == false)

    let hints =
      try client.value(
        "textDocument/inlayHint",
        [
          "textDocument": ["uri": "file://" + folder["spec.yaml"]],
          "range": [
            "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
          ],
        ]) as? [[String: Any]]
    #expect(hints?.count == 1)
  }

  @Test func goldenFilesAreUpdatedByAnEditOfTheClient() throws {
    let folder = try EditedFolder()
    let client = try client(folder)
    let result = try run(
      client, "suas-run.updateGolden", ["uri": "file://" + folder["spec.scenario.yaml"]])
    #expect(result["updated"] as? Int == 1)
    let edit = client.notifications.last { $0.method == "workspace/applyEdit" }?.parameters
    #expect("\(edit ?? [:])".contains("golden/spec/two.yaml"))
    #expect(!FileManager.default.fileExists(atPath: folder["golden"]))
  }

  @Test func nothingThatAClientAsksForWritesAFile() throws {
    let folder = try EditedFolder(["spec.yaml": spec, "spec.scenario.yaml": scenario])
    let client = try client(folder)
    func files() throws -> [String: String] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          let date = try FileManager.default.attributesOfItem(atPath: folder[name])[
            .modificationDate]
          return (
            name, "\(date ?? "") \(try String(contentsOfFile: folder[name], encoding: .utf8))"
          )
        })
    }
    let before = try files()
    for name in ["spec.yaml", "spec.scenario.yaml"] {
      let document = ["uri": "file://" + folder[name]]
      for command in ["runScenario", "updateGolden", "explore"] {
        _ = try run(client, "suas-run.\(command)", document)
      }
      let range = ["start": ["line": 4, "character": 3], "end": ["line": 4, "character": 3]]
      for method in ["rename", "formatting", "rangeFormatting", "codeAction", "codeLens"] {
        _ = try client.value(
          "textDocument/\(method)",
          [
            "textDocument": document, "position": ["line": 4, "character": 3], "range": range,
            "newName": "Plus", "options": [:], "context": [:],
          ])
      }
    }
    #expect(try files() == before)
  }

  @Test func explorationAnswersWithItsReport() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    let broken = spec + "invariants:\n  never-two: store.Counter.count < 2\n"
    try client.open(folder["spec.yaml"], broken)
    let result = try run(client, "suas-run.explore", ["uri": "file://" + folder["spec.yaml"]])
    let text = try #require(result["text"] as? String)
    #expect(text.contains("never-two"), "\(text)")
  }

  @Test func explorationOfABrokenSpecSaysWhy() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    try client.open(folder["spec.yaml"], spec.replacing("count: int", with: "count: Int"))
    let result = try run(client, "suas-run.explore", ["uri": "file://" + folder["spec.yaml"]])
    #expect(result.isEmpty)
  }

  @Test func aRuleThatNeverRanGetsAScenario() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    let long = """
      suas: 1
      states:
        List: { items: "list(string) = []", isOpen: bool = false }
      actions:
        Open: { isOpen: bool }
        Add: { title: string }
      reducers:
        ListReducer:
          state: List
          on:
            Open: [{ set: isOpen, value: "${action.isOpen}" }]
            Add:
              - append: items
                value: ${action.title}
                when: isOpen && action.title != ""

      """
    let scenarios = """
      spec: spec.yaml
      scenarios:
        - name: Nothing is added
          steps: [{ dispatch: Add, with: { title: a } }]
      """
    try client.open(folder["spec.yaml"], long)
    try client.open(folder["spec.scenario.yaml"], scenarios + "\n")
    let address = "file://" + folder["spec.scenario.yaml"]
    _ = try run(client, "suas-run.runScenario", ["uri": address])
    let actions = try client.codeActions(in: folder["spec.yaml"], line: 12, character: 14)
    let action = try #require(actions.first)
    #expect(action["title"] as? String == "Add a scenario for 'Add'")
    let edit = try #require(
      ((action["edit"] as? [String: Any])?["changes"] as? [String: [[String: Any]]])?[address])
    let added = try #require(edit.first?["newText"] as? String)
    #expect(
      added == """


          - name: Add is dispatched
            steps:
              - dispatch: Open
                with: { isOpen: true }
              - dispatch: Add
                with: { title: a }
        """)
    try client.open(folder["spec.scenario.yaml"], scenarios + added + "\n")
    let result = try run(client, "suas-run.runScenario", ["uri": address])
    #expect(result["passed"] as? Int == 2)
    #expect(result["failed"] as? Int == 0)
  }
}
