import CEL
import RandomSpecs
import SuasExplore
import SuasSpec

@testable import SuasRuntime
@testable import SuasScenario

/// Promises about the scenarios that are written: by recorders, from given states, by searches.
extension SpecProperty {
  static let ofScenarios: [SpecProperty] = [
    SpecProperty(name: "A scenario that leaves out changes fails", fault: incomplete),
    SpecProperty(name: "A scenario that expects other requests fails", fault: otherRequests),
    SpecProperty(name: "A scenario from a given state passes", fault: fromGivenState),
    SpecProperty(
      name: "A search finds the same with any jobs, and its scenarios do so", fault: explored),
  ]

  /// The first moves that a rehearsal knows, with their outcomes.
  private static func recorded(
    _ trial: SpecTrial, _ sandbox: Sandbox, _ moves: ArraySlice<SpecMove>
  ) -> [RecordedStep] {
    var steps: [RecordedStep] = []
    for move in moves.prefix(20) {
      guard let move = move.rehearsed(on: trial.spec) else { break }
      guard let step = sandbox.record(move, writesLateDefaults: true) else { continue }
      steps.append(step)
      if step.outcome.actions.count > 80 { break }
    }
    return steps
  }

  private static func incomplete(_ trial: SpecTrial) throws -> String? {
    let sandbox = try Sandbox(trial.spec, from: Sandbox.Opening(of: trial.spec))
    let steps = recorded(trial, sandbox, trial.moves[...])
    var scenario = SessionScenario(
      of: trial.spec, at: [SpecTrial.fileName], name: "whole", steps: steps)
    if let fault = try run(scenario.text, on: trial.spec) {
      return "the whole scenario: \(fault)\n\(scenario.text)"
    }
    let histories = trial.spec.store.historyKeys
    for (index, step) in steps.enumerated() {
      for (slot, key) in trial.spec.store.stateKeys.enumerated() where !histories.contains(key) {
        guard step.outcome.before[slot] != step.outcome.after[slot] else { continue }
        var outcome = step.outcome
        outcome.after[slot] = outcome.before[slot]
        scenario.steps = steps
        scenario.steps[index] = RecordedStep(step.act, outcome: outcome)
        guard try run(scenario.text, on: trial.spec) == nil else { continue }
        return "it passes without the changes of '\(key)' in step \(index + 1)\n\(scenario.text)"
      }
    }
    return nil
  }

  private static func otherRequests(_ trial: SpecTrial) throws -> String? {
    let sandbox = try Sandbox(trial.spec, from: Sandbox.Opening(of: trial.spec))
    let steps = recorded(trial, sandbox, trial.moves[...])
    let hidden = trial.spec.checked.sensitiveRequests
    var scenario = SessionScenario(
      of: trial.spec, at: [SpecTrial.fileName], name: "other", steps: steps)
    for (index, step) in steps.enumerated() where !step.outcome.requests.isEmpty {
      let requests = step.outcome.requests
      var others = [Array(requests.dropLast())]
      if let place = requests.indices.last(where: { !hidden.contains(requests[$0].name) }) {
        others.append(requests)
        others[1][place] = requests[place].altered
      }
      // Where nothing is sent, nothing is expected.
      for other in others where !other.isEmpty {
        var outcome = step.outcome
        outcome.requests = other
        scenario.steps = steps
        scenario.steps[index] = RecordedStep(step.act, outcome: outcome)
        guard try run(scenario.text, on: trial.spec) == nil else { continue }
        return "it passes with \(other.map(\.run.value)) in step \(index + 1)\n\(scenario.text)"
      }
    }
    return nil
  }

  private static func fromGivenState(_ trial: SpecTrial) throws -> String? {
    // Ids are others where the session begins later.
    guard !trial.tree.document.contains("uuid()") else { return nil }
    let sandbox = try Sandbox(trial.spec, from: Sandbox.Opening(of: trial.spec))
    let half = trial.moves.count / 2
    for move in trial.moves[..<half] {
      guard let move = move.rehearsed(on: trial.spec) else { continue }
      _ = sandbox.take(move)
    }
    guard sandbox.effectsUnderWay.isEmpty else { return nil }
    var scenario = SessionScenario(
      of: trial.spec, at: [SpecTrial.fileName], name: "later", clock: sandbox.now,
      initial: sandbox.state, steps: [])
    scenario.givesStates = true
    scenario.steps = recorded(trial, sandbox, trial.moves[half...])
    return try run(scenario.text, on: trial.spec).map { "\($0)\n\(scenario.text)" }
  }

  private static func explored(_ trial: SpecTrial) throws -> String? {
    var settings = ExploreSettings()
    settings.mostStates = 12
    settings.deepest = 6
    settings.mostViolations = 3
    settings.largest = 2
    // A search takes longer than all else, and long in large specs.
    guard trial.tree.size < 500, trial.tree.size % 4 == 0 else { return nil }
    let strategies = ExploreSettings.Strategy.allCases
    settings.strategy = strategies[trial.tree.size / 4 % strategies.count]
    let found = try Explorer(trial.spec, settings).run()
    let report = SearchReport(found, settings).json
    settings.jobs = 2
    let other = try Explorer(trial.spec, settings).run()
    settings.jobs = 1
    guard SearchReport(other, settings).json == report else {
      return "with two jobs it finds something else (\(settings.strategy))"
    }
    let scripts =
      found.violations.map { ($0.script, $0.isTrap) }
      + found.goals.compactMap { $0.script.map { ($0, true) } }
    for (script, passes) in scripts {
      var scenario = script.scenario
      scenario.specs = [SpecTrial.fileName]
      let failure = try run(scenario.text, on: trial.spec)
      guard script.isConfirmed, (failure == nil) == passes else {
        return "a scenario of a search \(passes ? "fails" : "passes") (\(settings.strategy)): "
          + "\(failure ?? "")\n\(scenario.text)"
      }
    }
    return nil
  }
}

extension SpecMove {
  /// The move in a rehearsal; nil if there is none.
  fileprivate func rehearsed(on spec: CompiledSpec) -> Sandbox.Move? {
    switch self {
    case .dispatch(let name, let fields):
      spec.action(name, written: fields).map { .dispatch($0) }
    case .respond(let effect, let which, let answer):
      .respond(effect: effect, which: which, answer)
    case .advance(let duration): .advance(duration)
    case .cancel, .listen, .unlisten, .reset: nil
    }
  }
}

extension MadeRequest {
  /// The request with another part.
  fileprivate var altered: MadeRequest {
    MadeRequest(name: name, run: run.altered)
  }
}

extension EvaluatedRun {
  fileprivate var altered: EvaluatedRun {
    switch self {
    case .delay(let duration): .delay(CEL.Duration(nanoseconds: duration.nanoseconds ^ 1))
    case .every(let interval): .every(CEL.Duration(nanoseconds: interval.nanoseconds ^ 1))
    case .request(.http(let request), let contents, let timeout):
      .request(
        .http(
          .init(
            method: request.method == "PUT" ? "POST" : "PUT", url: request.url,
            headers: request.headers, body: request.body, timeout: request.timeout)),
        contents, timeout: timeout)
    case .request(.readFile(let path), let contents, let timeout):
      .request(.readFile(path: path + "x"), contents, timeout: timeout)
    case .request(.writeFile(let path, let text), let contents, let timeout):
      .request(.writeFile(path: path + "x", text: text), contents, timeout: timeout)
    case .request(.custom(let name, let input), let contents, let timeout):
      .request(.custom(name: name + "x", input: input), contents, timeout: timeout)
    }
  }
}
