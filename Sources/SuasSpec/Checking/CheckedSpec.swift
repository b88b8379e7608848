import CEL
import YAML

/// A spec in which every name, path, type and expression has been resolved.
public struct CheckedSpec: Sendable {
  package let name: String?
  package let types: TypeTable
  package let actions: [CheckedAction]
  package let reducers: [CheckedReducer]
  package let selectors: [CheckedSelector]
  package let listeners: [CheckedListener]
  let middleware: [CheckedMiddleware]
  /// Their actions' ids follow those of the actions.
  package let effects: [CheckedEffect]
  /// What holds of the store at any time.
  package let invariants: [CheckedCondition]
  /// What holds of the stores before and after an action.
  package let transitions: [CheckedCondition]
  /// What the app can come to.
  package let goals: [CheckedCondition]
  /// What there is for scenarios to see.
  package let coverage: CoverageTable
  /// The fields of payloads that are filled at dispatch and that nothing reads, by the names of the
  /// payloads' types.
  package let idleFields: [String: Set<Int>]
  /// Whether some expression may read what time it is.
  let readsClock: Bool
  /// What is sound, and hardly meant; empty does not mean that nothing is.
  public let warnings: Diagnostics
}

/// An action type, by its place among the spec's actions.
package struct CheckedAction: Sendable {
  package let id: Int
  package let name: String
  package let payload: RecordType
}

/// A reducer: its key, its initial state, and its rules for each action it has some for.
package struct CheckedReducer: Sendable {
  package let name: String
  package let stateKey: String
  package let state: RecordType
  package let initial: Record
  /// By the action's id.
  let rules: [Int: [CheckedRule]]
}

extension CheckedSpec {
  /// Resolves and types everything that `spec` says.
  ///
  /// - Throws: all that is wrong with it.
  public init(checking spec: Spec) throws(Diagnostics) {
    let findings = Findings()
    let checker = Checker(spec, findings)
    checker.reportDuplicateNames()
    let types = checker.checkTypes()
    try findings.throwErrors()
    let actions = checker.checkActions(types)
    let effectActions = checker.checkEffectPayloads(types, after: actions)
    let celTypes = types.cel.adding(actions.map(\.payload.shape))
    let reducers = checker.checkReducers(types, celTypes, actions)
    try findings.throwErrors()
    let store = StoreShape(reducers)
    let surroundings = SurroundingsChecker(
      checker, store, types, celTypes, actions: actions, effects: effectActions)
    selectors = surroundings.checkSelectors()
    listeners = surroundings.checkListeners(selectors)
    middleware = surroundings.checkMiddleware()
    effects = surroundings.checkEffects(effectActions)
    surroundings.reportMissingAsync()
    let invariants = surroundings.checkInvariants()
    let transitions = surroundings.checkTransitions()
    let goals = surroundings.checkGoals()
    try findings.throwErrors()
    name = spec.name
    self.types = types
    self.actions = actions
    self.reducers = reducers
    self.invariants = invariants
    self.transitions = transitions
    self.goals = goals
    coverage = checker.survey.table(of: spec.sources)
    let payloads = (actions + effectActions).map(\.payload)
    idleFields = Dictionary(
      payloads.map { ($0.name, checker.usage.idleFields(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    readsClock = checker.usage.readsClock
    warnings = checker.warnings(types, payloads: payloads)
  }
}
