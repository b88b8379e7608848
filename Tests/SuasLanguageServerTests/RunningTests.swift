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
}
