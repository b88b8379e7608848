import SuasProgram

/// The parts of a spec other than its reducers, ready to run.
package struct RuntimePlan: Sendable {
  package let selectors: [PlannedSelector]
  package let listeners: [PlannedListener]
  package let middleware: [PlannedMiddleware]
  package let effects: [PlannedEffect]
  package let invariants: [PlannedCondition]
  package let transitions: [PlannedCondition]
  package let atRest: [PlannedCondition]
  package let goals: [PlannedCondition]
  package let waysOut: [PlannedCondition]
  /// The steps of a new store.
  package let restoring: [PlannedReaction]

  init(_ spec: CheckedSpec) {
    selectors = spec.selectors.map { $0.planned() }
    listeners = spec.listeners.map { $0.planned() }
    middleware = spec.middleware.map { $0.planned() }
    effects = spec.effects.map { $0.planned() }
    invariants = spec.invariants.map { $0.planned() }
    transitions = spec.transitions.map { $0.planned() }
    atRest = spec.atRest.map { $0.planned() }
    goals = spec.goals.map { $0.planned() }
    waysOut = spec.waysOut.map { $0.planned() }
    restoring = spec.saved?.reactions.map { $0.planned() } ?? []
  }
}
