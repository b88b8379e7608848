import CEL
import Suas
import SuasSpec
import YAML

/// A spec in the hands of somebody who types: each line does a step or asks for something, and is
/// answered with what came of it.
///
/// The steps are kept, and taking some back does the others again on a fresh store: a run of the same
/// steps is always the same, so that pending effects, listeners, the clock and the seed are as they
/// were without anything else being kept of them.
package struct Session {
  package let spec: CompiledSpec
  /// The paths of the spec's files, as the user named them.
  let specPaths: [String]
  /// How effects are performed on demand; nil where they are only answered by hand.
  package var live: LiveSettings?
  /// What the session begins with.
  let start: Start
  private(set) var stage: Stage
  /// Every step that was done, those that were taken back at the end.
  private(set) var steps: [Step] = []
  /// How many steps were not taken back.
  private(set) var position = 0
  /// How many lines were read, for the places of mistakes.
  private var lineCount = 0

  /// So many steps are kept; taking one back does all those before it again.
  static let stepLimit = 100_000

  struct Start {
    var clock = ScenarioChecker.clock
    var seed: Int64 = 0
    var initial: [Record]
  }

  struct Step {
    let act: CheckedStep.Act
    let recorded: RecordedStep
  }

  package init(of spec: CompiledSpec, at paths: [String]) {
    self.init(of: spec, at: paths, from: Start(initial: spec.store.reducers.map(\.initial)))
  }

  init(of spec: CompiledSpec, at paths: [String], from start: Start) {
    self.spec = spec
    specPaths = paths
    self.start = start
    stage = Stage(spec, from: start)
  }

  /// Does what a line says.
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

  /// The lines beyond this are not counted out where a mistake is shown.
  private static let shownLineLimit = 10_000

  /// The last line as one of those that were typed, and where it begins.
  private func source(of line: String) -> (Source, offset: Int) {
    guard lineCount <= Self.shownLineLimit else {
      return (Source(name: "input line \(lineCount)", text: line), 0)
    }
    let breaks = String(repeating: "\n", count: lineCount - 1)
    return (Source(name: "input", text: breaks + line), lineCount - 1)
  }

  /// Counts a line that could not be read.
  package mutating func skipLine() { lineCount += 1 }

  /// Why a line cannot be done.
  struct Refusal: Error {
    let reply: Reply

    init(_ message: String, help: String? = nil) { reply = .problem(message, help: help) }
    init(_ mistakes: Diagnostics) { reply = .mistakes(mistakes) }
  }
}

/// Steps.
extension Session {
  var effects: EffectList {
    EffectList(
      pending: stage.runtime.answerableEffects.map {
        (($0.name, .record($0.value)), $0.isSuperseded)
      },
      waiting: stage.runtime.waitingEffects.map { (($0.name, .record($0.value)), $0.for) })
  }

  /// Does a step, and keeps it.
  ///
  /// - Parameter written: The fields of a payload that a scenario is to write; nil for all.
  mutating func take(
    _ act: CheckedStep.Act, written: Set<String>? = nil
  ) throws(Refusal) -> Reply {
    guard let recorded = RecordedStep.Act(act, of: spec, written: written) else {
      return .nothing
    }
    guard position < Self.stepLimit else {
      throw Refusal("a session has \(Self.stepLimit) steps at the most")
    }
    let effectsBefore = effects
    let outcome: RecordedStep.Outcome
    do throws(Stage.Hindrance) {
      outcome = try stage.take(act)
    } catch {
      throw Refusal(error.reason)
    }
    steps.removeSubrange(position...)
    steps.append(Step(act: act, recorded: RecordedStep(recorded, outcome: outcome)))
    position += 1
    if case .note = act { return .nothing }
    var reply = StepReply(changes: outcome.changes)
    reply.isUnhandled = recorded.isUnhandled(outcome, by: spec)
    reply.errors = stage.happenings.step.errors.map { ($0.error, $0.action) }
    reply.failures = outcome.failures.filter(\.isMisread)
    if !recorded.impliesActions(outcome.actions, of: spec) {
      reply.actions = outcome.actions.map(\.name)
    }
    reply.notified = outcome.notified.map(\.name)
    if effects != effectsBefore { reply.effects = effects }
    return .step(reply)
  }

  /// Takes steps back, or does them again.
  mutating func move(_ movement: Reply.Movement, count: Int) throws(Refusal) -> Reply {
    let target =
      movement == .undone ? max(0, position - count) : min(steps.count, position + count)
    guard target != position else {
      throw Refusal(
        movement == .undone ? "there is nothing to take back" : "nothing was taken back")
    }
    let before = stage.state
    let effectsBefore = effects
    let moved = steps[min(position, target)..<max(position, target)].map(\.recorded.act.line)
    if movement == .undone {
      stage.end()
      stage = Stage(spec, from: start)
      perform(steps[..<target])
    } else {
      perform(steps[position..<target])
    }
    position = target
    var reply = StepReply(
      changes: Change.all(from: .record(before), to: .record(stage.state), at: Path([])))
    if effects != effectsBefore { reply.effects = effects }
    return .moved(movement, lines: movement == .undone ? moved.reversed() : moved, reply)
  }

  /// Does again what was done before.
  private func perform(_ steps: ArraySlice<Step>) {
    for step in steps { _ = try? stage.take(step.act) }
  }
}

extension Stage {
  init(_ spec: CompiledSpec, from start: Session.Start) {
    self.init(spec, clock: start.clock, seed: start.seed, initial: start.initial)
  }
}
