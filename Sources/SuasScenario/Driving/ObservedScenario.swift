import CEL
import Suas
import SuasSpec
import YAML

/// A scenario with the interpreter's results in each step, which a native test of a generated
/// program asserts.
package struct ObservedScenario: Sendable {
  package let name: String
  package let place: SourceRange
  package let clock: Timestamp
  package let seed: Int64
  /// The sub-states that the scenario begins with, in the order of the reducers.
  package let initial: [Record]
  /// The saved text that the app finds when it starts; nil to begin with the sub-states.
  package let found: String?
  package let steps: [Step]

  package struct Step: Sendable {
    package typealias Named = (name: String, value: Value)

    package let place: SourceRange
    package let act: Act?
    /// The whole store after the step.
    package let state: Record
    /// The indices of the sub-states that the step changed or that it has expectations for.
    package let keys: [Int]
    package let handled: Bool
    /// The errors of the step; none for one that only adds or removes a listener.
    package let errors: [ActionError]
    /// The values that listeners were notified of; nil if the step has no expectation of them.
    package let notified: [Named]?
    /// The actions that reached the reducers; nil if the step has no expectation of them.
    package let actions: [SpecAction]?
    /// The names of the pending effects; nil if the step has no expectation of them.
    package let effects: [String]?
    /// The selectors that the step has expectations for, with their values; nil for an absent one.
    package let selected: [(selector: CheckedSelector, value: Value?)]
    /// The attempts of effects that began, with their requests; nil if the step has no expectation
    /// of them.
    package let requests: [Named]?
    /// The version and the losses of the start or the last restart; nil if the step has no
    /// expectation of them.
    package let restored: (version: Int, lost: [String])?
    /// The text that would be saved, without the time; nil if the step has no expectation of it.
    package let saved: String?
  }

  /// The work of a step on the store.
  package enum Act: Sendable {
    case dispatch(SpecAction, times: Int)
    case respond(effect: String, which: Int, EffectAnswer)
    case cancel(effect: String)
    case advance(CEL.Duration)
    case listen(CheckedListener)
    case unlisten(CheckedListener)
    case reset
    /// - Parameter found: The saved text that the app finds; nil for that of the present state.
    case restart(found: String?)
  }

  /// Performs a scenario that passes.
  init(_ scenario: CheckedScenario, of spec: CompiledSpec) {
    name = scenario.name
    place = scenario.place
    (clock, seed, initial) = (scenario.clock, scenario.seed, scenario.initial)
    found = scenario.found.map { String(decoding: $0.text(of: spec), as: UTF8.self) }
    let stage = Stage(
      spec, clock: clock, seed: seed, initial: initial, found: scenario.found)
    defer { stage.end() }
    var steps: [Step] = []
    for step in scenario.steps {
      let before = stage.state
      if step.acts { stage.eventLog.beginStep(on: before) }
      if let act = step.act { _ = stage.perform(act) }
      steps.append(Step(step, before, stage))
    }
    self.steps = steps
  }
}

extension ObservedScenario.Step {
  fileprivate init(_ step: CheckedStep, _ before: Record, _ stage: Stage) {
    place = step.place
    act = step.act.flatMap { ObservedScenario.Act($0, stage.spec) }
    state = stage.state
    let happened = stage.eventLog.step
    handled = happened.handled
    errors = step.acts ? happened.errors.map(\.error) : []
    var (isGolden, tellsSaved, tellsRestored) = (false, false, false)
    switch step.act {
    case .golden(_, .saved)?: tellsSaved = true
    case .golden?: isGolden = true
    default: break
    }
    var expected: Set<Int> = []
    var selected: [(selector: CheckedSelector, value: Value?)] = []
    var (tellsNotified, tellsActions, tellsEffects, tellsRequests) = (false, false, false, false)
    for expectation in step.expectations {
      switch expectation.kind {
      case .state(let patterns): expected.formUnion(patterns.map(\.key))
      case .changes, .that, .handled, .error: break
      case .selected(let expected):
        selected += expected.map { expected in
          let selector = stage.spec.checked.selectors[expected.selector]
          return (selector, stage.spec.selected(by: selector.name, on: stage.state))
        }
      case .restored: tellsRestored = true
      case .saved: tellsSaved = true
      case .notified: tellsNotified = true
      case .actions: tellsActions = true
      case .effects: tellsEffects = true
      case .requests: tellsRequests = true
      }
    }
    let after = state
    keys = after.shape.fields.indices.filter {
      isGolden || expected.contains($0) || before[$0] != after[$0]
    }
    notified = tellsNotified ? happened.notified : nil
    actions = tellsActions ? happened.actions : nil
    effects = tellsEffects ? stage.pendingEffects.map(\.name) : nil
    self.selected = selected
    requests = tellsRequests ? happened.requests.map { ($0.name, $0.run.value) } : nil
    let restoration = stage.eventLog.restoration
    restored = tellsRestored ? (restoration?.version ?? 0, restoration?.lostKeys ?? []) : nil
    saved =
      tellsSaved
      ? String(decoding: stage.spec.savedText(of: after, at: nil) ?? [], as: UTF8.self) : nil
  }
}

extension ObservedScenario.Act {
  fileprivate init?(_ act: CheckedStep.Act, _ spec: CompiledSpec) {
    switch act {
    case .dispatch(let action, let times): self = .dispatch(action, times: times)
    case .respond(let effect, let which, let answer):
      self = .respond(effect: effect, which: which, answer)
    case .cancel(let effect): self = .cancel(effect: effect)
    case .advance(let duration): self = .advance(duration)
    case .listen(let index): self = .listen(spec.checked.listeners[index])
    case .unlisten(let index): self = .unlisten(spec.checked.listeners[index])
    case .reset: self = .reset
    case .restart(let found):
      self = .restart(
        found: found.map { String(decoding: $0.text(of: spec), as: UTF8.self) })
    case .golden, .note: return nil
    }
  }
}

extension CheckedScenarioFile {
  /// The scenarios with the interpreter's results, except those that are skipped or expected to
  /// fail.
  package var observed: [ObservedScenario] {
    scenarios.filter { $0.skip == nil && $0.xfail == nil }.map { ObservedScenario($0, of: spec) }
  }

  /// The digest of the spec that the scenarios were checked against.
  package var digest: String { spec.checked.digest }
}
