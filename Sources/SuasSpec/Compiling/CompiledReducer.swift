import CEL

/// What all stores and searches of a spec have in common of one of its reducers.
final class CompiledReducer: Sendable {
  let name: String
  let stateKey: String
  let state: RecordType
  let initial: Record
  let rules: RuleTable
  let leaves: LeafCount
  /// Whether a constraint stands in the state.
  let isConstrained: Bool

  init(_ reducer: CheckedReducer, _ types: TypeTable) {
    let type = FieldType.record(reducer.state.name)
    name = reducer.name
    stateKey = reducer.stateKey
    state = reducer.state
    initial = reducer.initial
    rules = RuleTable(reducer.rules)
    leaves = LeafCount(type, types)
    isConstrained = types.hasConstraints(type)
  }

  // MARK: Running

  /// Whether nobody looks on, and nothing that a single rule can do would be refused afterwards.
  func allowsShortcuts(within limits: Limits, _ probe: Probe?) -> Bool {
    probe == nil && !isConstrained && limits.cost >= Self.littleCost
      && limits.leaves >= Limits().leaves
  }

  /// What costs no more cannot have made a state much larger, and its size is not looked at: a
  /// dispatch costs what it does and not what the state holds. A shortcut costs less.
  private static let littleCost = 1000

  /// Runs the rules that stand at a place of the table on a sub-state; answers the error that refuses
  /// what they made of it.
  // The execution alone holds the sub-state, so that what no other state shares changes in place.
  @inline(__always)
  func run(
    _ place: Int, on state: UnsafeMutablePointer<Record>, _ payload: UnsafePointer<Record>,
    _ limits: Limits, _ execution: Execution
  ) -> EvaluationError? {
    execution.begin(state.move(), payload, budget: limits.cost)
    var error = rules.run(at: place, execution)
    let spent = limits.cost - execution.frame.budget
    if error == nil, spent > Self.littleCost || limits.leaves < Limits().leaves {
      error = excess(execution, limits)
    }
    state.initialize(to: execution.end() ?? initial)
    return error
  }

  /// Refuses a state that is too large.
  @inline(never)
  private func excess(_ execution: Execution, _ limits: Limits) -> EvaluationError? {
    leaves.excess(of: execution.frame[Execution.stateSlot], over: limits.leaves)
      .map { .tooLarge(limit: limits.leaves, $0) }
  }

  /// The constraint that what the rules changed breaks, the first one in the order of the fields.
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
