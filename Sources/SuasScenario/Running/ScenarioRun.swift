import CEL
import Suas
import SuasLog
import SuasSpec
import YAML

/// The run of one scenario through its steps.
struct ScenarioRun {
  let scenario: CheckedScenario
  let file: CheckedScenarioFile
  let goldens: GoldenFolder
  let runner: Runner
  let stage: Stage
  let probe: Probe?
  /// Returns true if the run was ended, so that no result is needed.
  private let isInterrupted: @Sendable () -> Bool

  var result: ScenarioResult
  /// The number of steps that have begun.
  private var stepNumber = 0
  /// The trace of the present step.
  private var trace: StepResult.Trace?
  /// The room for what the result lists of all steps.
  private var room = TextRoom(bytes: StepResult.PerformedStep.textLimit)
  var writtenGoldens: [String] = []
  var problems: [Diagnostic] = []
  /// The steps that acted, with the state before each.
  var history: [PerformedStep] = []
  /// The expectations since the last step that acted.
  var expectations: [CheckedExpectation] = []
  /// The pending effects that some step has named.
  var namedEffects: Set<String> = []
  /// The number of the step at fault, if it is not the present one.
  var blamed: Int?
  /// True if a step failed in a way that no expectation can cover.
  var isBroken = false
  /// The generated program that takes the steps, too, as long as it agrees.
  private var driven: DriverSession?
  /// The session log; nil if none is recorded.
  private let session: LineBuffer?

  struct PerformedStep {
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
    session = runner.recordsSessions ? LineBuffer() : nil
    var spec = file.spec
    spec.probe = probe
    stage = Stage(
      spec, clock: scenario.clock, seed: scenario.seed, initial: scenario.initial,
      found: scenario.found, keepsLog: scenario.keepsLog, live: runner.live, session: session,
      isInterrupted: isInterrupted)
    state = stage.state
    result = ScenarioResult(scenario)
  }

  /// The whole store after the last step that acted: nothing else changes it, not even in a live
  /// run, where answers are queued until a step asks for them.
  private(set) var state: Record
  var eventLog: EventLog { stage.eventLog }

  mutating func run() {
    startDriver()
    defer {
      driven?.end()
      stage.end()
      result.session = session?.bytes ?? []
      result.coverage = probe?.coverage?.coverage
    }
    if let met = stage.errorOfStart {
      fail(met.message(runner.display), at: scenario.place, rule: met.error.place)
      return judgeExpectedFailure()
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

  /// Runs a step; returns false if the scenario ends there.
  private mutating func run(_ step: CheckedStep) -> Bool {
    if step.acts {
      judgeExhaustiveness()
      history.append(PerformedStep(step: step, number: stepNumber, before: state))
      expectations = []
      eventLog.beginStep(on: state)
    }
    perform(step)
    // Evaluations by the expectations are not part of the trace.
    trace =
      step.acts
      ? (probe?.trace?.take()).map {
        StepResult.Trace(
          events: $0.events, omitted: $0.omitted,
          display: runner.display)
      }
      : nil
    if runner.live != nil {
      for reason in eventLog.takeUnanswered() {
        result.remarks.append(.note("an effect got no answer: \(reason)"))
      }
    }
    if step.acts {
      remarkMisreadAnswers()
      state = stage.state
      history[history.count - 1].actions = eventLog.actions
      if let met = eventLog.firstError, !step.expectsError {
        fail(
          met.message(runner.display), at: step.place, parts: parts(of: met.error),
          rule: met.error.place)
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

  /// The parts of the promise at rest that an error is about.
  private func parts(of error: ActionError) -> [ConditionReading.Part] {
    let promises = file.spec.checked.atRest
    guard error.code == ConditionKind.restCode, let slots = eventLog.step.unrest,
      let promise = promises.first(where: { ActionError.Place($0.place) == error.place })
    else { return [] }
    return ConditionReading.Part.all(
      of: promise.expression, Frame(slots: slots, budget: Frame.standardBudget))
  }

  /// The maximum of misread answers that are reported for one step.
  private static let shownMisreadings = 10

  /// Notes the answers that the spec could not interpret: they are no error of the step, and its
  /// author may not notice.
  private mutating func remarkMisreadAnswers() {
    let misread = eventLog.step.failures.filter(\.isMisread)
    for failed in misread.prefix(Self.shownMisreadings) {
      result.remarks.append(.note(runner.display.shown(failed).line))
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
      let hindrance = stage.perform(act)
      compareDriver(act, hindrance, at: step)
      guard let hindrance else { break }
      // No scenario expects that a step cannot be performed.
      isBroken = true
      fail(hindrance, at: step.place)
    }
  }

  /// Starts the generated program, if there is one.
  private mutating func startDriver() {
    guard let drivers = runner.drivers else { return }
    do throws(DriverFailure) {
      driven = try DriverSession(drivers, scenario, stage)
    } catch {
      isBroken = true
      fail("the program cannot be driven: \(error.message)", at: scenario.place)
    }
  }

  /// Lets the generated program take a step that was performed; after a difference, it takes no
  /// more, since all that follows differs, too.
  private mutating func compareDriver(
    _ act: CheckedStep.Act, _ hindrance: String?, at step: CheckedStep
  ) {
    guard let driven else { return }
    let happened = step.acts ? eventLog.step : EventLog.Step()
    let observation = Observation(
      of: stage, after: stage.state, happened, hindrance: hindrance)
    do throws(DriverFailure) {
      let differences = try driven.take(act, expecting: observation)
      guard !differences.isEmpty else { return }
      isBroken = true
      for line in differences { fail("the program differs: \(line)", at: step.place) }
      driven.end()
    } catch {
      isBroken = true
      fail("the program gave no answer: \(error.message)", at: step.place)
    }
    self.driven = nil
  }

  mutating func fail(
    _ message: String, at place: SourceRange, differences: Differences? = nil,
    parts: [ConditionReading.Part] = [], rule: ActionError.Place? = nil,
    writer: SourceRange? = nil
  ) {
    let differences = differences ?? noDifferences
    result.remarks.append(
      .failure(
        Failure(
          message, at: place, differences: differences, parts: parts.map(runner.display.shown),
          rule: rule, writer: writer, step: blamed ?? stepNumber)))
  }

  /// Differences to which those of a comparison are added.
  var noDifferences: Differences { Differences(runner.display) }

  /// Marks an expected failure as such; fails a scenario that passes although it should not.
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
    let happened = step.acts ? eventLog.step : EventLog.Step()
    let deed = before.map { before in
      var omitted = happened.omitted
      let actions = room.keep(happened.actions.map { ($0.name, .record($0.payload)) }, &omitted)
      let deed = StepResult.PerformedStep(
        before: before, after: state, handled: happened.handled,
        errors: happened.errors.map(\.error.code),
        notified: room.keep(happened.notified, &omitted), actions: actions,
        effects: room.keep(stage.pendingEffects, &omitted),
        requests: room.keep(
          runner.display.shown(happened.requests, of: file.spec.checked), &omitted),
        failures: happened.failures, omitted: omitted)
      return deed.shown(by: runner.display, toldTo: file.spec.checked.sensitiveListeners)
    }
    result.steps.append(
      StepResult(
        number: stepNumber, kind: step.kind, label: step.title(of: file.spec, runner.display),
        place: step.place, deed: deed, trace: trace))
  }
}

extension CheckedScenario {
  /// True if a golden of the scenario needs the log.
  fileprivate var keepsLog: Bool {
    steps.contains { step in
      if case .golden(_, let subject) = step.act {
        subject != .state && subject != .saved
      } else {
        false
      }
    }
  }
}

extension EventLog.ReportedError {
  /// The message of the error, for a step that did not expect it.
  fileprivate func message(_ display: ValueDisplay) -> String {
    let error = display.shown(error)
    let text = "\(error.code): \(error.messageWithUses)"
    guard let action else { return "the step met the error \(text)" }
    return "action '\(action)' was refused: \(text)"
  }
}
