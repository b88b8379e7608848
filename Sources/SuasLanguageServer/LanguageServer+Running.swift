import JSONRPC
import SuasFormat
import SuasIDE
import SuasScenario
import SuasSpec
import YAML

/// The commands of code lenses.
enum Command: String, CaseIterable {
  case runScenario = "suas-run.runScenario"
  case updateGolden = "suas-run.updateGolden"
  case explore = "suas-run.explore"

  /// The command that explains the code of a diagnostic, which takes no time.
  static let explain = "suas-run.explain"
}

/// Code lenses, commands and their results.
extension LanguageServer {
  func codeLenses(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    let address = DocumentAddress.address(of: document.path)
    func lens(
      _ range: Range<Int>, _ title: String, _ command: Command?, _ scenario: String? = nil
    ) -> JSON {
      let argument: JSON = ["uri": .string(address)]
      let whole = scenario.map { argument + ["scenario": .string($0)] } ?? argument
      return [
        "range": positions.json(range),
        "command": [
          "title": .string(title), "command": .string(command?.rawValue ?? ""),
          "arguments": [whole],
        ],
      ]
    }
    let outcomes = runs.scenarios(of: document.path)
    var lenses: [JSON] = []
    for (name, range) in workspace.scenarios(in: document) {
      lenses.append(lens(range, "run scenario", .runScenario, name))
      lenses.append(lens(range, "update golden", .updateGolden, name))
      let own = outcomes.filter { $0.name == name || $0.name.hasPrefix("\(name) [") }
      if let failed = own.first(where: { $0.message != nil }) {
        lenses.append(lens(range, "failed: \(failed.firstLine)", .runScenario, name))
      } else if !own.isEmpty {
        lenses.append(lens(range, "passed", .runScenario, name))
      }
    }
    let analysis = workspace.analysis(of: document)
    if analysis.kind == .spec,
      let reducers = analysis.outline.first(where: { $0.name == "reducers" })
    {
      lenses.append(lens(reducers.selection, "explore", .explore))
    }
    return .array(lenses)
  }

  func inlayHints(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    let range = positions.range(parameters["range"])
    let missing = runs.missingCoverage(in: document.path)
    return .array(
      missing.filter { $0.offset >= range.lowerBound && $0.offset <= range.upperBound }.map {
        [
          "position": positions.position(of: $0.offset), "label": .string($0.message),
          "paddingLeft": true,
        ]
      })
  }

  /// Answers a command that explains a code, or starts one that takes long on a thread of its own,
  /// which answers the request.
  func execute(_ parameters: Parameters, _ id: RequestID) throws(ResponseError) -> JSON? {
    let name = try parameters.required(parameters["command"].text, "command")
    let argument = parameters["arguments"].items.first ?? Parameters(nil)
    if name == Command.explain { return try explain(argument) }
    guard let command = Command(rawValue: name) else {
      throw ResponseError(.invalidParams, "there is no command '\(name)'")
    }
    let address = try parameters.required(argument["uri"].text, "uri")
    let path = DocumentAddress.path(of: address)
    let work = CommandWork(
      command: command, snapshot: workspace.snapshot(of: path), path: path, address: address,
      scenario: argument["scenario"].text, id: id, client: client, cancelled: cancelled,
      encoding: encoding, token: parameters["workDoneToken"].token,
      refreshesLenses: capabilities["workspace"]["codeLens"]["refreshSupport"].flag == true,
      refreshesHints: capabilities["workspace"]["inlayHint"]["refreshSupport"].flag == true)
    let runs = runs
    let thread = WorkerThread { work.run(into: runs) }
    guard let thread else { throw ResponseError(.requestFailed, "the system has no threads left") }
    self.work.append(thread)
    return nil
  }

  /// Returns the text that `suas-run explain` prints of a code. A client that does not say that it
  /// shows the answers of commands is sent the text as a message, too.
  private func explain(_ argument: Parameters) throws(ResponseError) -> JSON {
    let code = try argument.required(argument["code"].text, "code")
    guard let explanation = Explanation.of(code) else {
      throw ResponseError(.invalidParams, "there is no code '\(code)'")
    }
    let text = JSON.string(explanation.rendered)
    if !showsAnswers { client.notify("window/showMessage", ["type": 3, "message": text]) }
    return ["text": text]
  }
}

extension ScenarioOutcome {
  /// The first line of the message, for a place that has one line.
  fileprivate var firstLine: String {
    String((message ?? "").prefix { !$0.isNewline })
  }
}
