import CEL
import Suas
import SuasSpec

/// A spec that runs on a store of its own and can return to an earlier moment, for trying many
/// steps from one state.
package struct Sandbox {
  /// The beginning of a rehearsal, and of the scenarios that are made from it.
  package struct Opening: Sendable {
    package var clock: Timestamp
    package var seed: Int64
    /// The sub-states in the order of the reducers.
    package var initial: [Record]
    /// The saved text or state that the app finds when it starts; nil to begin with the initial
    /// sub-states.
    package var found: FoundState?
    /// The acts that are performed first.
    var acts: [(act: CheckedStep.Act, expectsError: Bool)] = []

    /// Creates an opening after some of the steps of a scenario of the spec.
    ///
    /// - Parameter count: The number of steps; nil for all.
    package init(ending scenario: CheckedScenario, after count: Int? = nil) {
      clock = scenario.clock
      seed = scenario.seed
      initial = scenario.initial
      found = scenario.found
      acts = scenario.steps.prefix(count ?? .max).compactMap { step in
        step.act.map { ($0, step.expectsError) }
      }
    }

    /// Creates the opening of a scenario without settings.
    package init(of spec: CompiledSpec) {
      clock = ScenarioChecker.clock
      seed = 0
      initial = spec.store.reducers.map(\.initial)
    }
  }

  /// An event that can happen in an app.
  package enum Move: Sendable {
    case dispatch(SpecAction)
    case respond(effect: String, which: Int, EffectAnswer)
    case advance(CEL.Duration)
    /// The end of the app, and another start with what was saved.
    case restart
  }

  package typealias Snapshot = StageSnapshot

  package let spec: CompiledSpec
  package let opening: Opening
  private let stage: Stage
  private let clock: VirtualClock
  /// The acts that were performed first, with their outcomes.
  package private(set) var prologue: [RecordedStep] = []

  /// Begins, and performs the acts of the opening.
  package init(_ spec: CompiledSpec, from opening: Opening) throws(ActionError) {
    self.spec = spec
    self.opening = opening
    stage = Stage(
      spec, clock: opening.clock, seed: opening.seed, initial: opening.initial, found: opening.found
    )
    guard let clock = stage.clock as? VirtualClock else {
      throw ActionError(code: "invalid-argument", message: "the clock is no virtual one")
    }
    self.clock = clock
    var unexpected: ActionError?
    for (act, expectsError) in opening.acts {
      do throws(Stage.StepFailure) {
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
  /// The first error that the steps of the new store met.
  package var errorOfStart: ActionError? { stage.errorOfStart?.error }
  /// The numbers of effects under way, as conditions see them.
  package var pending: Record { stage.pending }
  package var now: Timestamp { clock.now }
  package var effectsUnderWay: [PendingEffect] { stage.runtime.effectsUnderWay }

  /// The number of ids that `uuid()` has made.
  package var madeIdentifiers: Int { stage.runtime.madeIdentifiers }

  /// The effects that can be answered, oldest first.
  package var answerableEffects: [String] { stage.runtime.answerableEffects.map(\.name) }

  /// Performs a move.
  ///
  /// - Returns: its errors in order; nil if it cannot be performed.
  package func take(_ move: Move) -> [ActionError]? {
    stage.eventLog.beginStep(on: stage.state)
    guard stage.perform(move.act) == nil else { return nil }
    return stage.eventLog.step.errors.map(\.error)
  }

  /// Performs a move, and returns it with its outcome; nil if it cannot be performed.
  ///
  /// - Parameter writesLateDefaults: True if a payload is written with the values of fields that
  ///   would be filled in at dispatch.
  package func record(_ move: Move, writesLateDefaults: Bool = false) -> RecordedStep? {
    guard let outcome = try? stage.take(move.act),
      let recorded = move.recorded(of: spec, writesLateDefaults: writesLateDefaults)
    else { return nil }
    return RecordedStep(recorded, outcome: outcome)
  }

  package var snapshot: Snapshot { stage.snapshot }

  /// Goes to a moment of this rehearsal, or of another one of the same spec.
  package func go(to snapshot: Snapshot) {
    stage.store.put(snapshot.state)
    stage.runtime.go(to: snapshot.runtime, clock, on: stage.store)
  }
}

extension CheckedSpec {
  /// Returns the names of the declared listeners that do not listen.
  ///
  /// - Parameter listeners: The declared listeners in order, as added.
  package func unheard(_ listeners: [AddedListener]) -> Set<String> {
    Set(zip(self.listeners, listeners).filter { !$1.isAdded }.map(\.0.name))
  }

  /// Removes listeners by their names.
  package func remove(_ names: Set<String>, from listeners: [AddedListener]) {
    for (listener, added) in zip(self.listeners, listeners) where names.contains(listener.name) {
      added.remove()
    }
  }
}

extension CheckedScenario {
  /// Returns the step at an index as a move; nil if it is not one.
  package func move(at index: Int) -> Sandbox.Move? {
    guard steps.indices.contains(index) else { return nil }
    switch steps[index].act {
    case .dispatch(let action, 1): return .dispatch(action)
    case .respond(let effect, let which, let answer):
      return .respond(effect: effect, which: which, answer)
    case .advance(let duration): return .advance(duration)
    case .restart(nil): return .restart
    default: return nil
    }
  }
}

extension Sandbox.Move {
  /// The move in one line, as it is typed in a session on a spec.
  package func line(of spec: CompiledSpec) -> String { recorded(of: spec)?.line ?? "" }

  fileprivate func recorded(
    of spec: CompiledSpec, writesLateDefaults: Bool = false
  ) -> RecordedStep.Act? {
    RecordedStep.Act(act, of: spec, written: written(writesLateDefaults))
  }

  package var act: CheckedStep.Act {
    switch self {
    case .dispatch(let action): .dispatch(action, times: 1)
    case .respond(let effect, let which, let answer):
      .respond(effect: effect, which: which, answer)
    case .advance(let duration): .advance(duration)
    case .restart: .restart(nil)
    }
  }

  private func written(_ writesLateDefaults: Bool) -> Set<String>? {
    guard case .dispatch(let action) = self else { return nil }
    return action.writtenFields(writesLateDefaults: writesLateDefaults)
  }
}

extension SpecAction {
  /// The fields of the payload whose values are not their defaults.
  ///
  /// - Parameter writesLateDefaults: True to count those that would be filled in at dispatch.
  func writtenFields(writesLateDefaults: Bool) -> Set<String> {
    let written = zip(type.payload.fields, payload.fields).filter { field, value in
      field.hasLateDefault ? writesLateDefaults : field.default != value
    }
    return Set(written.map(\.0.name)).subtracting(openFields)
  }
}
