import CEL
import Suas
import SuasSpec
import YAML

/// One scenario on its way through its steps.
struct ScenarioRun {
  let scenario: CheckedScenario
  let file: CheckedScenarioFile
  let goldens: GoldenFolder
  let runner: Runner
  let store: Store
  /// What the scenario's UUIDs are made of.
  private var random: SplitMix64

  var result: ScenarioResult
  var writtenGoldens: [String] = []
  var problems: [Diagnostic] = []
  /// How the last step that acted went.
  let outcome: Outcome
  /// The steps that acted, with the state before each.
  var history: [(step: CheckedStep, before: Record)] = []
  /// What was expected since then.
  var expectations: [CheckedExpectation] = []

  final class Outcome {
    var handled = false
    var error: ActionError?
    let keepsActions: Bool
    var actions: [(name: String, value: Record)] = []

    init(keepsActions: Bool) { self.keepsActions = keepsActions }

    func begin() {
      handled = false
      error = nil
      actions = []
    }

    func note(_ reduction: Reduction) {
      if !reduction.changedKeys.isEmpty { handled = true }
      if keepsActions, let action = reduction.action as? SpecAction {
        actions.append((action.name, action.payload))
      }
    }
  }

  init(
    _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ goldens: GoldenFolder,
    _ runner: Runner
  ) {
    self.scenario = scenario
    self.file = file
    self.goldens = goldens
    self.runner = runner
    random = SplitMix64(seed: UInt64(bitPattern: scenario.seed))
    let state = zip(file.store.stateKeys, scenario.initial).map { ($0, $1 as Any) }
    store = Suas.createStore(
      reducer: file.spec.reducer,
      state: Dictionary(state, uniquingKeysWith: { first, _ in first }))
    let outcome = Outcome(keepsActions: runner.traces)
    store.observe { outcome.note($0) }
    self.outcome = outcome
    result = ScenarioResult(scenario)
  }

  /// The whole store as it is now.
  var state: Record { file.store.record(of: store.state) }

  mutating func run() {
    for step in scenario.steps {
      let goesOn = run(step)
      if runner.traces { trace(step) }
      guard goesOn else { return judgeExpectedFailure() }
    }
    judgeExhaustiveness()
    judgeExpectedFailure()
  }

  /// Answers whether the scenario goes on.
  private mutating func run(_ step: CheckedStep) -> Bool {
    if step.acts {
      judgeExhaustiveness()
      history.append((step, state))
      expectations = []
      outcome.begin()
    }
    switch step.act {
    case .dispatch(let action, let times):
      dispatch(action, times: times)
      if let error = outcome.error, !step.expectsError {
        fail(
          "action '\(action.name)' was refused: \(error.code): \(error.message)",
          at: step.place, rule: error.place)
        return false
      }
    case .reset: store.reset()
    case .golden(let name): compare(golden: name, at: step.place)
    case .note(let text): result.remarks.append(.note(text))
    case nil: break
    }
    for expectation in step.expectations { judge(expectation) }
    expectations += step.expectations
    return true
  }

  private mutating func dispatch(_ action: SpecAction, times: Int) {
    do throws(ActionError) {
      for _ in 0..<times {
        try store.perform(action.completed(now: scenario.clock, random: &random))
      }
    } catch {
      outcome.error = error
    }
  }

  mutating func fail(
    _ message: String, at place: SourceRange, differences: Differences = Differences(),
    rule: ActionError.Place? = nil, writer: SourceRange? = nil
  ) {
    result.remarks.append(
      .failure(
        Failure(message, at: place, differences: differences, rule: rule, writer: writer)))
  }

  /// What is expected to fail passes only by failing.
  private mutating func judgeExpectedFailure() {
    guard let xfail = scenario.xfail else { return }
    if result.failures.isEmpty {
      fail("the scenario passes, where it is expected to fail: \(xfail.reason)", at: xfail.place)
    } else {
      result.xfail = xfail.reason
    }
  }

  private mutating func trace(_ step: CheckedStep) {
    result.trace.append(
      TracedStep(
        kind: step.kind, state: state, handled: step.acts && outcome.handled,
        errors: step.acts ? outcome.error.map { [$0.code] } ?? [] : [],
        actions: step.acts ? outcome.actions : []))
  }
}
