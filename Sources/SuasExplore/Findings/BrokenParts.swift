import CEL
import Suas
import SuasScenario
import SuasSpec

/// Finds the parts of a failed condition whose values explain the failure.
struct BrokenParts {
  private let spec: CompiledSpec

  init(of spec: CompiledSpec) { self.spec = spec }

  struct Part: Sendable {
    let text: String
    let value: Value
  }

  /// Returns the parts of the condition that an error is about, with their values; at most eight,
  /// and none if the error is not about one.
  ///
  /// - Parameter step: The step whose action was refused.
  func parts(of error: ActionError, in step: RecordedStep) -> [Part] {
    let conditions: (checked: [CheckedCondition], planned: [PlannedCondition])
    switch error.code {
    case "invariant-violated": conditions = (spec.checked.invariants, spec.plan.invariants)
    case "transition-violated": conditions = (spec.checked.transitions, spec.plan.transitions)
    case "at-rest-violated": conditions = (spec.checked.atRest, spec.plan.atRest)
    default: return []
    }
    guard
      let place = conditions.checked.firstIndex(where: {
        ActionError.Place($0.place) == error.place
      }),
      let slots = slots(of: conditions.planned[place], in: step)
    else { return [] }
    return self.parts(of: conditions.checked[place].expression, on: slots)
  }

  /// Returns the parts of a condition with their values; at most eight.
  func parts(of condition: CheckedExpression, on slots: ContiguousArray<Value>) -> [Part] {
    var nodes: [(text: String, node: CheckedExpr.Node)] = []
    for node in Self.telling(condition.tree.root) {
      let text = String(condition.text(of: node))
      if !nodes.contains(where: { $0.text == text }) { nodes.append((text, node)) }
    }
    return nodes.prefix(8).compactMap { text, node in
      var frame = Frame(slots: slots, budget: Frame.standardBudget)
      return (try? ExpressionPlan(planning: condition.tree.part(node)).evaluate(&frame))
        .map { Part(text: text, value: $0) }
    }
  }

  /// The subexpressions whose values explain the value of an expression: the operands of
  /// comparisons, and the terms that `&&` and `||` join.
  private static func telling(_ node: CheckedExpr.Node) -> [CheckedExpr.Node] {
    switch node.kind {
    case .constant, .place, .bound: return []
    case .and(let terms), .or(let terms): return terms.flatMap(telling)
    case .conditional: return node.children.flatMap(telling)
    case .call("!_", _, let operands), .call("-_", _, let operands):
      return operands.flatMap(telling)
    case .call(let name, _, let operands) where comparisons.contains(name):
      return operands.filter { if case .constant = $0.kind { false } else { true } }
    default: return [node]
    }
  }

  private static let comparisons: Set<String> = [
    "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in",
  ]

  /// Returns the values that the condition was evaluated on when an action of the step broke it.
  private func slots(
    of condition: PlannedCondition, in step: RecordedStep
  ) -> ContiguousArray<Value>? {
    if condition.kind == .rest { return step.outcome.unrest }
    let reducers = BareReducers(spec)
    reducers.enter(step.outcome.before.subStates)
    for named in step.outcome.actions {
      guard case .record(let payload) = named.value,
        let type = spec.actionType(named.name)
      else { continue }
      let action = spec.action(of: type, payload, named: Set(type.payload.fields.map(\.name)))
      let old = reducers.store
      guard (try? reducers.run(action, id: type.id)) != nil else {
        reducers.takeBack()
        continue
      }
      let slots = condition.slots(old, reducers.store, action)
      if !condition.holds(of: slots) { return slots }
      reducers.keep()
    }
    return nil
  }
}

extension PlannedCondition {
  /// Returns the values that the condition is evaluated on: for a transition, the store before and
  /// after an action, and the action; for an invariant, the store after it.
  fileprivate func slots(
    _ old: Record, _ new: Record, _ action: SpecAction
  ) -> ContiguousArray<Value> {
    kind == .transition
      ? [.record(old), .record(new), .record(action.payload), .string(action.name)]
      : [.record(new)]
  }
}
