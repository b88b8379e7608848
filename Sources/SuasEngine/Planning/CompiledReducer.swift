import CEL
import SuasProgram

/// The parts of a reducer that all stores and searches of a spec share.
final class CompiledReducer: Sendable {
  package let name: String
  package let stateKey: String
  package let state: RecordType
  package let initial: Record
  let rules: RuleTable
  /// The history of the state, in the reducer that follows; nil if none is kept.
  let history: HistoryPlan?
  /// The reducer whose history this is; nil for all others.
  let tracked: CompiledReducer?
  let leaves: LeafCount
  /// True if the state holds a constraint.
  let isConstrained: Bool
  /// True if errors about limits do not say by how much a limit is exceeded, because that may
  /// reveal a sensitive number.
  private let hidesExcess: Bool

  /// - Parameters:
  ///   - slot: The slot of the sub-state in the store.
  ///   - previous: The reducer before this one.
  ///   - hidesExcess: True if the spec has sensitive values.
  init(
    _ reducer: CheckedReducer, slot: Int, after previous: CompiledReducer?, _ types: TypeTable,
    _ planner: RulePlanner, hidesExcess: Bool
  ) {
    let type = FieldType.record(reducer.state.name)
    name = reducer.name
    stateKey = reducer.stateKey
    state = reducer.state
    initial = reducer.initial
    let rules = RuleTable(reducer, planner)
    self.rules = rules
    history = reducer.history.map { HistoryPlan($0, slot: slot + 1, actions: rules.actions) }
    tracked = reducer.isHistory ? previous : nil
    leaves = LeafCount(type, types)
    isConstrained = types.hasConstraints(type)
    self.hidesExcess = hidesExcess
  }

  /// The ids of the actions that the reducer may handle, in ascending order.
  var kinds: [Int] { Array(tracked?.history?.actions ?? rules.actions) }

  // MARK: Running

  /// True if nothing that one rule does is refused afterwards.
  func allowsShortcuts(within limits: Limits) -> Bool {
    !isConstrained && limits.cost >= Self.littleCost
      && limits.leaves >= Limits().leaves
  }

  /// The cost up to which the size of the state is not checked: such rules cannot have made it much
  /// larger, and the cost of a dispatch depends on its work, not on the size of the state. A
  /// shortcut costs less.
  private static let littleCost = 1000

  /// Runs the rules at an index of the rule table on a sub-state; returns the error that refuses
  /// their result, if any.
  // Only the execution holds the sub-state, so that parts that are not shared change in place.
  @inline(__always)
  func run(
    _ place: Int, on state: Inout<Record>, _ payload: Borrow<Record>,
    _ limits: Limits, _ execution: Execution
  ) -> EvaluationError? {
    execution.begin(state.take(), payload, budget: limits.cost)
    var error = rules.run(at: place, execution)
    let spent = limits.cost - execution.frame.budget
    if let met = error {
      if hidesExcess, met.isAboutCost { error = met.withoutValues }
    } else if spent > Self.littleCost || limits.leaves < Limits().leaves {
      error = excess(execution, limits)
    }
    state.put(execution.end() ?? initial)
    return error
  }

  /// Returns the error for a state that is too large.
  @inline(never)
  private func excess(_ execution: Execution, _ limits: Limits) -> EvaluationError? {
    leaves.excess(of: execution.frame[Execution.stateSlot], over: limits.leaves)
      .map { .tooLarge(limit: limits.leaves, hidesExcess ? nil : $0) }
  }

  /// The first constraint, in the order of the fields, that the changes of the rules break.
  func violation(
    in changed: Record, after execution: Execution, _ types: TypeTable
  ) -> ConstraintViolation? {
    guard execution.log.breaksConstraint(types, of: state, in: changed) else { return nil }
    do throws(ConstraintViolation) {
      try types.judge(changed, state)
      return nil
    } catch {
      return error
    }
  }
}
