import CEL
import Suas
import YAML

/// A condition on whole stores: an invariant, a transition or a goal.
package struct ConditionDefinition<Expression: Sendable>: Sendable {
  package let name: String
  package let expression: Expression
  package let place: SourceRange
  /// The actions that a transition speaks of, by id; nil for all.
  let actions: Set<Int>?

  /// Whether it speaks of what an action made of a store; an invariant or a goal speaks of a store.
  package let isTransition: Bool
}

package typealias CheckedCondition = ConditionDefinition<CheckedExpression>
package typealias PlannedCondition = ConditionDefinition<Program>

extension CheckedCondition {
  func planned() -> PlannedCondition {
    PlannedCondition(
      name: name, expression: expression.planned(), place: place, actions: actions,
      isTransition: isTransition)
  }
}

extension PlannedCondition {
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
      if try expression.evaluateBool(&frame) { return }
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
