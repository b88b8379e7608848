import CEL
import Suas
import SuasSpec

/// A spec at work on a store of its own, which can be put back to where it has been: for those who
/// try many steps from one place.
package struct Rehearsal {
  /// Where a rehearsal begins, and so the scenarios that are made of it.
  package struct Opening: Sendable {
    package var clock: Timestamp
    package var seed: Int64
    /// The sub-states in the order of the reducers.
    package var initial: [Record]
    /// What is done first.
    var acts: [(act: CheckedStep.Act, expectsError: Bool)] = []

    /// Where a scenario of the spec ends.
    init(ending scenario: CheckedScenario) {
      clock = scenario.clock
      seed = scenario.seed
      initial = scenario.initial
      acts = scenario.steps.compactMap { step in step.act.map { ($0, step.expectsError) } }
    }

    /// How a scenario begins that says nothing of it.
    package init(of spec: CompiledSpec) {
      clock = ScenarioChecker.clock
      seed = 0
      initial = spec.store.reducers.map(\.initial)
    }
  }

  /// Something that can happen to an app.
  package enum Move: Sendable {
    case dispatch(SpecAction)
    case respond(effect: String, which: Int, EffectAnswer)
    case advance(CEL.Duration)
  }

  /// Everything there is at one moment.
  package struct Moment: Sendable {
    package let state: State
    package let runtime: RuntimeMoment
  }

  package let spec: CompiledSpec
  package let opening: Opening
  private let stage: Stage
  private let clock: VirtualClock
  /// What was done first, and what it came to.
  package private(set) var prologue: [RecordedStep] = []

  /// Begins, and does what is done first.
  package init(_ spec: CompiledSpec, from opening: Opening) throws(ActionError) {
    self.spec = spec
    self.opening = opening
    stage = Stage(
      spec, clock: opening.clock, seed: opening.seed, initial: opening.initial)
    guard let clock = stage.clock as? VirtualClock else {
      throw ActionError(code: "invalid-argument", message: "the clock is no virtual one")
    }
    self.clock = clock
    var unexpected: ActionError?
    for (act, expectsError) in opening.acts {
      do throws(Stage.Hindrance) {
        let outcome = try stage.take(act)
        if let error = outcome.errors.first, !expectsError { unexpected = error }
        if let recorded = RecordedStep.Act(act, of: spec) {
          prologue.append(RecordedStep(recorded, outcome: outcome))
        }
      } catch {
        throw ActionError(code: "invalid-argument", message: error.reason)
      }
      if let unexpected { throw unexpected }
    }
  }

  package var state: Record { stage.state }
  package var now: Timestamp { clock.now }
  package var effectsUnderWay: [EffectUnderWay] { stage.runtime.effectsUnderWay }

  /// How many ids `uuid()` has made.
  package var madeIdentifiers: Int { stage.runtime.madeIdentifiers }

  /// The effects that can be answered, oldest first.
  package var answerableEffects: [String] { stage.runtime.answerableEffects.map(\.name) }

  /// Does something.
  ///
  /// - Returns: the errors that it met, the first one first; nil where it cannot be done.
  package func take(_ move: Move) -> [ActionError]? {
    stage.happenings.beginStep(on: stage.state)
    guard stage.perform(move.act) == nil else { return nil }
    return stage.happenings.step.errors.map(\.error)
  }

  /// Does something, and tells all that came of it.
  package func record(_ move: Move) -> RecordedStep? {
    guard let outcome = try? stage.take(move.act), let recorded = move.recorded(of: spec)
    else { return nil }
    return RecordedStep(recorded, outcome: outcome)
  }

  package var moment: Moment {
    Moment(state: stage.store.state, runtime: stage.runtime.moment)
  }

  /// Goes to a moment of this rehearsal, or of another one of the same spec.
  package func go(to moment: Moment) {
    stage.store.put(moment.state)
    stage.runtime.go(to: moment.runtime, clock, on: stage.store)
  }
}

extension Rehearsal.Move {
  /// The move in one line, as it is typed in a session on a spec.
  package func line(of spec: CompiledSpec) -> String { recorded(of: spec)?.line ?? "" }

  fileprivate func recorded(of spec: CompiledSpec) -> RecordedStep.Act? {
    RecordedStep.Act(act, of: spec, written: written)
  }

  fileprivate var act: CheckedStep.Act {
    switch self {
    case .dispatch(let action): .dispatch(action, times: 1)
    case .respond(let effect, let which, let answer):
      .respond(effect: effect, which: which, answer)
    case .advance(let duration): .advance(duration)
    }
  }

  /// The fields of a payload that hold something else than their defaults; nil where there is none.
  private var written: Set<String>? {
    guard case .dispatch(let action) = self else { return nil }
    let fields = zip(action.type.payload.fields, action.payload.fields)
    return Set(
      fields.filter { !$0.hasLateDefault && $0.default != $1 }.map(\.0.name))
  }
}
