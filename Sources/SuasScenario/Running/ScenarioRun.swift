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
  let runtime: SpecRuntime
  let clock: VirtualClock
  let happenings: Happenings

  var result: ScenarioResult
  var writtenGoldens: [String] = []
  var problems: [Diagnostic] = []
  /// The steps that acted, with the state before each.
  var history: [Deed] = []
  /// What was expected since the last step that acted.
  var expectations: [CheckedExpectation] = []
  /// The pending effects that some step has named.
  var namedEffects: Set<String> = []
  /// Whether something went wrong that no expectation is about.
  var isBroken = false

  struct Deed {
    let step: CheckedStep
    let before: Record
    /// The actions of the step that reached the reducers.
    var actions: [SpecAction] = []
  }

  init(
    _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ goldens: GoldenFolder,
    _ runner: Runner
  ) {
    self.scenario = scenario
    self.file = file
    self.goldens = goldens
    self.runner = runner
    let clock = VirtualClock(startingAt: scenario.clock)
    let seed = UInt64(bitPattern: scenario.seed)
    runtime = SpecRuntime(
      file.spec,
      host: SpecHost(
        clock: clock, makeLogger: { nil }, makeRandom: { SplitMix64(seed: seed) }))
    let state = zip(file.store.stateKeys, scenario.initial).map { ($0, $1 as Any) }
    store = Suas.createStore(
      reducer: file.spec.reducer,
      state: Dictionary(state, uniquingKeysWith: { first, _ in first }),
      middleware: runtime.middleware)
    let happenings = Happenings(keepsLog: scenario.keepsLog)
    let shape = file.store
    store.observe { [weak store] reduction in
      guard let store else { return }
      happenings.note(reduction, store: shape.record(of: store.state))
    }
    store.addErrorListener { happenings.noteError($0) }
    runtime.attach(
      to: store,
      SpecRuntime.Observer(
        notified: { happenings.noteTelling($0, $1) }, failed: { happenings.noteError($0) }))
    self.clock = clock
    self.happenings = happenings
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
    judgePendingEffects()
    judgeExpectedFailure()
  }

  /// Answers whether the scenario goes on.
  private mutating func run(_ step: CheckedStep) -> Bool {
    if step.acts {
      judgeExhaustiveness()
      let state = state
      history.append(Deed(step: step, before: state))
      expectations = []
      happenings.beginStep(on: state)
    }
    perform(step)
    if step.acts {
      history[history.count - 1].actions = happenings.step.actions
      if let met = happenings.firstError, !step.expectsError {
        fail(met.message, at: step.place, rule: met.error.place)
        return false
      }
    }
    for expectation in step.expectations { judge(expectation) }
    expectations += step.expectations
    return true
  }

  private mutating func perform(_ step: CheckedStep) {
    switch step.act {
    case .dispatch(let action, let times):
      for _ in 0..<times where happenings.firstError == nil {
        store.dispatch(action: runtime.completed(action))
      }
    case .reset:
      happenings.note {
        store.reset()
        return state
      }
    case .golden(let name, let subject): compare(golden: name, of: subject, at: step.place)
    case .respond(let effect, let which, let answer):
      guard !runtime.answer(effect, which: which, answer) else { break }
      breakOff("no effect '\(effect)' is pending that could be answered", at: step.place)
    case .cancel(let effect):
      guard !runtime.cancel(effect) else { break }
      breakOff("no effect '\(effect)' is under way that could be cancelled", at: step.place)
    case .advance(let duration):
      guard !clock.advance(by: duration) else { break }
      happenings.noteError(
        ActionError(
          code: "cost-exceeded", message: "too much happens while the time passes", place: nil))
    case .listen(let listener): runtime.listeners[listener].add()
    case .unlisten(let listener): runtime.listeners[listener].remove()
    case .note(let text): result.remarks.append(.note(text))
    case nil: break
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

  /// Fails for a step that could not do what it says, which no scenario expects.
  private mutating func breakOff(_ message: String, at place: SourceRange) {
    isBroken = true
    fail(message, at: place)
  }

  /// What is expected to fail passes only by failing.
  private mutating func judgeExpectedFailure() {
    guard let xfail = scenario.xfail, !isBroken else { return }
    if result.failures.isEmpty {
      fail("the scenario passes, where it is expected to fail: \(xfail.reason)", at: xfail.place)
    } else {
      result.xfail = xfail.reason
    }
  }

  private mutating func trace(_ step: CheckedStep) {
    let happened = step.acts ? happenings.step : Happenings.Step()
    result.trace.append(
      TracedStep(
        kind: step.kind, state: state, handled: happened.handled,
        errors: happened.errors.map(\.error.code), notified: happened.notified,
        actions: happened.actions.map { ($0.name, .record($0.payload)) },
        effects: runtime.pendingEffects.map { ($0.name, .record($0.value)) }))
  }
}

extension CheckedScenario {
  /// Whether some golden tells what happened.
  fileprivate var keepsLog: Bool {
    steps.contains { step in
      if case .golden(_, let subject) = step.act { subject != .state } else { false }
    }
  }
}

extension Happenings.Met {
  /// The error in words, for a step that did not expect it.
  fileprivate var message: String {
    let error = "\(error.code): \(error.message)"
    guard let action else { return "the step met the error \(error)" }
    return "action '\(action)' was refused: \(error)"
  }
}
