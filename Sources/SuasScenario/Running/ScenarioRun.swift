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
  let stage: Stage
  let probe: Probe?
  /// Whether nobody waits for what comes of the run any more.
  private let isInterrupted: @Sendable () -> Bool

  var result: ScenarioResult
  /// How many steps have begun.
  private var stepNumber = 0
  /// What those saw of the present step who look on.
  private var trace: StepResult.Trace?
  var writtenGoldens: [String] = []
  var problems: [Diagnostic] = []
  /// The steps that acted, with the state before each.
  var history: [Deed] = []
  /// What was expected since the last step that acted.
  var expectations: [CheckedExpectation] = []
  /// The pending effects that some step has named.
  var namedEffects: Set<String> = []
  /// The step that is at fault, where it is not the present one.
  var blamed: Int?
  /// Whether something went wrong that no expectation is about.
  var isBroken = false

  struct Deed {
    let step: CheckedStep
    /// The step's number.
    let number: Int
    let before: Record
    /// The actions of the step that reached the reducers.
    var actions: [SpecAction] = []
  }

  init(
    _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ goldens: GoldenFolder,
    _ runner: Runner, isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.scenario = scenario
    self.file = file
    self.goldens = goldens
    self.runner = runner
    self.isInterrupted = isInterrupted
    probe = runner.probe(of: file.spec)
    var spec = file.spec
    spec.probe = probe
    stage = Stage(
      spec, clock: scenario.clock, seed: scenario.seed, initial: scenario.initial,
      keepsLog: scenario.keepsLog, live: runner.live, isInterrupted: isInterrupted)
    state = stage.state
    result = ScenarioResult(scenario)
  }

  /// The whole store as it was after the last step that acted: nothing else changes it, not even in
  /// a live run, where answers wait to be asked for.
  private(set) var state: Record
  var happenings: Happenings { stage.happenings }

  mutating func run() {
    defer {
      stage.end()
      result.coverage = probe?.coverage?.coverage
    }
    for step in scenario.steps where !isInterrupted() {
      stepNumber += 1
      let before = runner.recording == .states ? state : nil
      let goesOn = run(step)
      if runner.recording != .outcome || runner.explains { record(step, from: before) }
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
      history.append(Deed(step: step, number: stepNumber, before: state))
      expectations = []
      happenings.beginStep(on: state)
    }
    perform(step)
    // What is judged afterwards is no part of it.
    trace =
      step.acts
      ? (probe?.trace?.take()).map { StepResult.Trace(events: $0.events, omitted: $0.omitted) }
      : nil
    if runner.live != nil {
      for reason in happenings.takeUnanswered() {
        result.remarks.append(.note("an effect got no answer: \(reason)"))
      }
    }
    if step.acts {
      remarkMisreadAnswers()
      state = stage.state
      history[history.count - 1].actions = happenings.actions
      if let met = happenings.firstError, !step.expectsError {
        fail(met.message, at: step.place, rule: met.error.place)
        return false
      }
    }
    for expectation in step.expectations {
      if runner.recordsJudgments { result.judgments.append(judgment(of: expectation, in: step)) }
      judge(expectation)
    }
    if expectations.isEmpty {
      expectations = step.expectations
    } else {
      expectations += step.expectations
    }
    return true
  }

  /// So many answers are told of one step that the spec could make nothing of.
  private static let shownMisreadings = 10

  /// Tells of answers that the spec could make nothing of: no error of the step, and its author may
  /// not notice.
  private mutating func remarkMisreadAnswers() {
    let misread = happenings.step.failures.filter(\.isMisread)
    for failed in misread.prefix(Self.shownMisreadings) {
      result.remarks.append(.note(failed.line))
    }
    let hidden = misread.count - Self.shownMisreadings
    if hidden > 0 { result.remarks.append(.note("… and \(hidden) more")) }
  }

  private mutating func perform(_ step: CheckedStep) {
    guard let act = step.act else { return }
    switch act {
    case .golden(let name, let subject): compare(golden: name, of: subject, at: step.place)
    case .note(let text): result.remarks.append(.note(text))
    default:
      guard let hindrance = stage.perform(act) else { break }
      // No scenario expects that a step cannot do what it says.
      isBroken = true
      fail(hindrance, at: step.place)
    }
  }

  mutating func fail(
    _ message: String, at place: SourceRange, differences: Differences = Differences(),
    parts: [ConditionReading.Part] = [], rule: ActionError.Place? = nil,
    writer: SourceRange? = nil
  ) {
    result.remarks.append(
      .failure(
        Failure(
          message, at: place, differences: differences, parts: parts, rule: rule,
          writer: writer, step: blamed ?? stepNumber)))
  }

  /// What is expected to fail passes only by failing.
  private mutating func judgeExpectedFailure() {
    guard let xfail = scenario.xfail, !isBroken else { return }
    if result.failures.isEmpty {
      let message = "the scenario passes, where it is expected to fail: \(xfail.reason)"
      result.remarks.append(.failure(Failure(message, at: xfail.place)))
    } else {
      result.xfail = xfail.reason
    }
  }

  private mutating func record(_ step: CheckedStep, from before: Record?) {
    let happened = step.acts ? happenings.step : Happenings.Step()
    let deed = before.map { before in
      StepResult.Deed(
        before: before, after: state, handled: happened.handled,
        errors: happened.errors.map(\.error.code), notified: happened.notified,
        actions: happened.actions.map { ($0.name, .record($0.payload)) },
        effects: stage.pendingEffects, failures: happened.failures)
    }
    result.steps.append(
      StepResult(
        number: stepNumber, kind: step.kind, label: step.title(of: file.spec), place: step.place,
        deed: deed, trace: trace))
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
