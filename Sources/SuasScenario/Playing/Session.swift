import CEL
import Suas
import SuasLog
import SuasSpec
import YAML

/// An interactive session on a spec: each line performs a step or a query, and gets a reply with
/// the outcome.
///
/// The steps are kept, and undoing some performs the others again on a fresh store: a run of the
/// same steps is always the same, so pending effects, listeners, the clock and the seed need not be
/// kept.
package struct Session {
  package let spec: CompiledSpec
  /// The paths of the spec's files, as the user named them.
  let specPaths: [String]
  /// The settings for performing effects on demand; nil if they are only answered by hand.
  package var live: LiveSettings?
  /// True if `save!` may replace a file.
  package var replacesFiles = true
  /// The settings at the beginning of the session.
  let start: Start
  private(set) var stage: Stage
  /// Every step that was performed; undone ones are at the end.
  private(set) var steps: [Step] = []
  /// The number of steps that are not undone.
  private(set) var position = 0
  /// The number of lines read, for the locations of errors.
  private var lineCount = 0

  /// The maximum of steps: undoing one performs all those before it again.
  static let stepLimit = 100_000

  struct Start {
    var clock = ScenarioChecker.clock
    var seed: Int64 = 0
    var initial: [Record]
    /// The moment at which the session begins, if it does not begin with the spec.
    var moment: StageSnapshot?
  }

  struct Step {
    let act: CheckedStep.Act
    let recorded: RecordedStep
  }

  /// - Parameter log: The destination of the session's log; nil for none.
  package init(
    of spec: CompiledSpec, at paths: [String], recordingTo log: (any LineSink)? = nil
  ) {
    self.init(
      of: spec, at: paths, from: Start(initial: spec.store.reducers.map(\.initial)), log: log)
  }

  /// - Parameter log: The destination of the session's log; nil for none.
  init(
    of spec: CompiledSpec, at paths: [String], from start: Start, log: (any LineSink)? = nil
  ) {
    self.spec = spec
    specPaths = paths
    self.start = start
    stage = Stage(spec, from: start, log: log)
  }

  /// Performs a line.
  package mutating func perform(_ line: String) -> Reply {
    lineCount += 1
    do throws(Refusal) {
      return try perform(TypedLine(line))
    } catch {
      guard case .mistakes(let mistakes) = error.reply else { return error.reply }
      let (source, offset) = source(of: line)
      return .mistakes(mistakes.moved(to: source, by: offset))
    }
  }

  /// The number of lines up to which an error is shown with its line number in all the input.
  private static let shownLineLimit = 10_000

  /// Returns the last line as the end of the input, and its offset in it.
  private func source(of line: String) -> (Source, offset: Int) {
    guard lineCount <= Self.shownLineLimit else {
      return (Source(name: "input line \(lineCount)", text: line), 0)
    }
    let breaks = String(repeating: "\n", count: lineCount - 1)
    return (Source(name: "input", text: breaks + line), lineCount - 1)
  }

  /// Counts a line that could not be read.
  package mutating func skipLine() { lineCount += 1 }

  /// The reason why a line cannot be performed.
  struct Refusal: Error {
    let reply: Reply

    init(_ message: String, help: String? = nil) { reply = .problem(message, help: help) }
    init(_ mistakes: Diagnostics) { reply = .mistakes(mistakes) }

    /// The reason in one line.
    var reason: String {
      switch reply {
      case .problem(let message, _): message
      case .mistakes(let mistakes): mistakes.items.first?.message ?? ""
      default: ""
      }
    }
  }
}

/// Steps.
extension Session {
  var effects: EffectList {
    EffectList(
      pending: stage.runtime.answerableEffects.map {
        (($0.name, display.shown(Value.record($0.value))), $0.isSuperseded)
      },
      waiting: stage.runtime.waitingEffects.map {
        (($0.name, display.shown(Value.record($0.value))), $0.for)
      })
  }

  /// Performs a step, and keeps it.
  ///
  /// - Parameters:
  ///   - written: The fields of a payload to write to a scenario; nil for all.
  ///   - isPerformed: True if the step answers an effect that was performed.
  mutating func take(
    _ act: CheckedStep.Act, written: Set<String>? = nil, isPerformed: Bool = false
  ) throws(Refusal) -> Reply {
    let effectsBefore = effects
    guard let step = try keep(act, written: written) else { return .nothing }
    if case .note = act { return .nothing }
    let (recorded, outcome) = (step.act, step.outcome)
    var reply = StepReply(changes: display.shown(outcome.changes))
    reply.isUnhandled = recorded.isUnhandled(outcome, by: spec)
    reply.errors = stage.eventLog.step.errors.map { (display.shown($0.error), $0.action) }
    let failures = isPerformed ? outcome.failures : outcome.failures.filter(\.isMisread)
    reply.failures = failures.map(display.shown)
    if !recorded.impliesActions(outcome.actions, of: spec) {
      reply.actions = outcome.actions.map(\.name)
    }
    reply.notified = outcome.notified.map(\.name)
    reply.requests = display.shown(outcome.requests, of: spec.checked)
    if effects != effectsBefore { reply.effects = effects }
    return .step(reply)
  }

  /// Performs a step, and keeps it.
  ///
  /// - Returns: The step; nil if the act has no effect.
  @discardableResult
  mutating func keep(
    _ act: CheckedStep.Act, written: Set<String>? = nil
  ) throws(Refusal) -> RecordedStep? {
    guard let recorded = RecordedStep.Act(act, of: spec, written: written) else { return nil }
    guard position < Self.stepLimit else {
      throw Refusal("a session has \(Self.stepLimit) steps at the most")
    }
    let step: RecordedStep
    do throws(Stage.StepFailure) {
      step = RecordedStep(recorded, outcome: try stage.take(act))
    } catch {
      throw Refusal(error.reason)
    }
    steps.removeSubrange(position...)
    steps.append(Step(act: act, recorded: step))
    position += 1
    return step
  }

  /// Undoes or redoes steps.
  mutating func move(_ movement: Reply.Movement, count: Int) throws(Refusal) -> Reply {
    let target =
      movement == .undone
      ? position - min(count, position) : position + min(count, steps.count - position)
    guard target != position else {
      throw Refusal(
        movement == .undone ? "there is nothing to take back" : "nothing was taken back")
    }
    let before = stage.state
    let effectsBefore = effects
    let moved = steps[min(position, target)..<max(position, target)].map(line(of:))
    if movement == .undone {
      stage.end()
      stage = Stage(spec, from: start)
      perform(steps[..<target])
    } else {
      perform(steps[position..<target])
    }
    position = target
    var reply = StepReply(
      changes: display.shown(
        Change.all(from: .record(before), to: .record(stage.state), at: Path([]))))
    if effects != effectsBefore { reply.effects = effects }
    return .moved(movement, lines: movement == .undone ? moved.reversed() : moved, reply)
  }

  /// Performs steps again.
  private func perform(_ steps: ArraySlice<Step>) {
    for step in steps { _ = try? stage.take(step.act) }
  }
}

extension Stage {
  init(_ spec: CompiledSpec, from start: Session.Start, log: (any LineSink)? = nil) {
    self.init(
      spec, clock: start.clock, seed: start.seed, initial: start.initial,
      resuming: start.moment, session: log)
  }
}
