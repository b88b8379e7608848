import JSONRPC
import SuasIDE
import SuasSpec
import YAML

/// A command at work, on a thread of its own.
struct CommandWork: Sendable {
  let command: Command
  let snapshot: Snapshot
  let path: String
  let address: String
  let scenario: String?
  let id: RequestID
  let client: Client
  let cancelled: CancelledRequests
  let encoding: TextPositions.Encoding
  /// The token under which the client wants reports of progress.
  let token: RequestID?
  let refreshesLenses: Bool
  let refreshesHints: Bool

  func run(into runs: RunTable) {
    tell(["kind": "begin", "title": .string(title), "cancellable": true])
    defer { tell(["kind": "end"]) }
    let (id, cancelled) = (id, cancelled)
    let isInterrupted: @Sendable () -> Bool = { cancelled.contains(id) }
    do throws(EditingFailure) {
      let result: JSON
      switch command {
      case .runScenario:
        let outcome = try snapshot.run(scenario: scenario, isInterrupted: isInterrupted)
        runs.note(outcome, of: path, isWhole: scenario == nil)
        result = summary(outcome)
        if refreshesLenses { client.request("workspace/codeLens/refresh", .null) }
        if refreshesHints { client.request("workspace/inlayHint/refresh", .null) }
      case .updateGolden:
        let outcome = try snapshot.run(scenario: scenario, isInterrupted: isInterrupted)
        result = update(outcome)
      case .explore:
        result = ["text": .string(try snapshot.explore(isInterrupted: isInterrupted))]
      }
      guard !cancelled.take(id) else {
        return client.refuse(id, ResponseError(.requestCancelled, "cancelled"))
      }
      client.answer(id, result)
    } catch {
      client.refuse(id, ResponseError(.requestFailed, error.message))
    }
  }

  private var title: String {
    switch command {
    case .runScenario: "Running scenarios"
    case .updateGolden: "Comparing golden files"
    case .explore: "Exploring"
    }
  }

  private func tell(_ value: JSON) {
    guard let token else { return }
    client.notify("$/progress", ["token": token.json, "value": value])
  }

  private func summary(_ outcome: RunOutcome) -> JSON {
    let failed = outcome.scenarios.count { $0.message != nil }
    return [
      "passed": .int(outcome.scenarios.count - failed), "failed": .int(failed),
      "scenarios": .array(
        outcome.scenarios.map { scenario in
          let line = scenario.source.location(of: scenario.offset).line
          let json: JSON = [
            "name": .string(scenario.name), "uri": .string(address), "line": .int(line),
            "outcome": scenario.message == nil ? "passed" : "failed",
          ]
          return scenario.message.map { json + ["message": .string($0)] } ?? json
        }),
    ]
  }

  /// Asks the client to write the golden files that differ.
  private func update(_ outcome: RunOutcome) -> JSON {
    guard !outcome.goldens.isEmpty else { return ["updated": 0] }
    let changes = outcome.goldens.flatMap { golden -> [JSON] in
      let address = JSON.string(DocumentAddress.address(of: golden.path))
      let old = golden.old ?? []
      let edit: JSON = [
        "textDocument": ["uri": address, "version": .null],
        "edits": [
          [
            "range": TextPositions(old, encoding).json(0..<old.count),
            "newText": .string(String(decoding: golden.new, as: UTF8.self)),
          ]
        ],
      ]
      guard golden.old == nil else { return [edit] }
      return [
        ["kind": "create", "uri": address, "options": ["ignoreIfExists": true]], edit,
      ]
    }
    client.request(
      "workspace/applyEdit",
      ["label": "Update golden files", "edit": ["documentChanges": .array(changes)]])
    return ["updated": .int(outcome.goldens.count)]
  }
}

extension Parameters {
  /// The token of progress, which is a number or a text.
  var token: RequestID? { RequestID(value) }
}
