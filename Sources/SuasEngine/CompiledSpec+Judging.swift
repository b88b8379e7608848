import CEL
import Suas
import SuasProgram
import YAML

extension CompiledSpec {
  /// Checks the invariants on a store.
  package func judgeInvariants(_ store: Record) throws(ActionError) {
    for invariant in plan.invariants {
      try invariant.judge([.record(store)], within: limits, probe)
    }
  }

  /// Returns the errors of the promises at rest that do not hold.
  ///
  /// - Parameter pending: The numbers of effects under way.
  package func brokenAtRest(_ store: Record, _ pending: Record) -> [ActionError] {
    plan.atRest.compactMap {
      $0.error([.record(store), .record(pending)], within: limits, probe)
    }
  }

  /// The checks after every action that some reducer handled: invariants and transitions.
  func validations(_ reader: SpecActionReader) -> [Validation] {
    var validations: [Validation] = []
    if !plan.invariants.isEmpty {
      validations.append(
        Validation { [self] new, _, handled throws(ActionError) in
          if handled { try judgeInvariants(store.record(of: new)) }
        })
    }
    if !plan.transitions.isEmpty {
      validations.append(
        Validation(reader: reader) { [self] old, new, action, handled throws(ActionError) in
          guard handled, let action = action as? SpecAction else { return }
          try judgeTransitions(from: old, to: new, action)
        })
    }
    return validations
  }

  private func judgeTransitions(
    from old: Store.State, to new: Store.State, _ action: SpecAction
  ) throws(ActionError) {
    try judgeTransitions(from: store.record(of: old), to: store.record(of: new), action)
  }

  /// Checks the transitions that apply to an action, on the stores before and after it.
  package func judgeTransitions(
    from old: Record, to new: Record, _ action: SpecAction
  ) throws(ActionError) {
    let slots: ContiguousArray<Value> = [
      .record(old), .record(new), .record(action.payload), .string(action.name),
    ]
    for transition in plan.transitions
    where transition.actions?.contains(action.type.id) ?? true {
      try transition.judge(slots, within: limits, probe)
    }
  }
}
