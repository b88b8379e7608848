import CEL
import Suas
import YAML

/// A condition on whole stores: an invariant, a transition or a goal.
package struct CheckedCondition: Sendable {
  package let name: String
  package let program: Program
  package let place: SourceRange
  /// The condition as it is written.
  package let syntax: ExpressionSyntax
  /// The actions that a transition speaks of, by id; nil for all.
  let actions: Set<Int>?

  /// Whether it speaks of what an action made of a store; an invariant or a goal speaks of a store.
  package let isTransition: Bool

  /// Refuses where the condition does not hold.
  ///
  /// - Parameters:
  ///   - kind: What the condition is, for the message.
  ///   - code: The code of the refusal.
  ///   - limits: What it may cost; nil for what nobody can set.
  func judge(
    _ slots: ContiguousArray<Value>, kind: String, code: String, within limits: Limits?
  ) throws(ActionError) {
    var frame = Frame(slots: slots, budget: limits?.cost ?? CompiledSpec.defaultBudget)
    let reason: String
    do throws(EvaluationError) {
      if try program.evaluateBool(&frame) { return }
      reason = "does not hold"
    } catch {
      let message = limits == nil ? error.message : error.messageWithinLimits
      reason = "meets the error \(error.code): \(message)"
    }
    throw ActionError(
      code: code, message: "\(kind) '\(name)' \(reason)", place: ActionError.Place(place))
  }

  func judgeInvariant(_ store: Record, within limits: Limits?) throws(ActionError) {
    try judge([.record(store)], kind: "invariant", code: "invariant-violated", within: limits)
  }
}

extension CompiledSpec {
  /// Judges the invariants of a store as it is.
  package func judgeInvariants(_ store: Record) throws(ActionError) {
    for invariant in checked.invariants { try invariant.judgeInvariant(store, within: limits) }
  }

  /// What is judged after every action that some reducer handled: invariants, and transitions.
  func validations(_ reader: SpecActionReader) -> [Validation] {
    var validations: [Validation] = []
    if !checked.invariants.isEmpty {
      validations.append(
        Validation { [self] new, _, handled throws(ActionError) in
          if handled { try judgeInvariants(store.record(of: new)) }
        })
    }
    if !checked.transitions.isEmpty {
      validations.append(
        Validation(reader: reader) { [self] old, new, action, handled throws(ActionError) in
          guard handled, let action = action as? SpecAction else { return }
          try judgeTransitions(from: old, to: new, action)
        })
    }
    return validations
  }

  private func judgeTransitions(
    from old: State, to new: State, _ action: SpecAction
  ) throws(ActionError) {
    try judgeTransitions(from: store.record(of: old), to: store.record(of: new), action)
  }

  /// Judges the transitions that speak of an action, on the stores before and after it.
  package func judgeTransitions(
    from old: Record, to new: Record, _ action: SpecAction
  ) throws(ActionError) {
    let slots: ContiguousArray<Value> = [
      .record(old), .record(new), .record(action.payload), .string(action.name),
    ]
    for transition in checked.transitions
    where transition.actions?.contains(action.type.id) ?? true {
      try transition.judge(
        slots, kind: "transition", code: "transition-violated", within: limits)
    }
  }
}
