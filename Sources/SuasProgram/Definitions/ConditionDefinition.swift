import CEL
import YAML

/// A condition on whole stores: an invariant, a transition or a goal.
package struct ConditionDefinition<Expression: Sendable>: Sendable {
  package let name: String
  package let expression: Expression
  package let place: SourceRange
  /// The ids of the actions that a transition applies to; nil for all.
  package let actions: Set<Int>?

  /// True for a condition on the change by an action, false for an invariant or a goal on a store.
  package let isTransition: Bool

  package init(
    name: String, expression: Expression, place: SourceRange, actions: Set<Int>?, isTransition: Bool
  ) {
    self.name = name
    self.expression = expression
    self.place = place
    self.actions = actions
    self.isTransition = isTransition
  }
}

package typealias CheckedCondition = ConditionDefinition<CheckedExpression>
package typealias PlannedCondition = ConditionDefinition<Program>

extension CheckedCondition {
  package func planned() -> PlannedCondition {
    PlannedCondition(
      name: name, expression: expression.planned(), place: place, actions: actions,
      isTransition: isTransition)
  }
}

extension PlannedCondition {
  /// Evaluates the condition.
  ///
  /// - Parameters:
  ///   - limit: The cost that the evaluation may have, where users can set it; nil for the standard.
  ///   - observer: The observer of the selectors that the condition reads, if any.
  /// - Returns: The message for a condition that does not hold; nil for one that does.
  package func violation(
    on slots: ContiguousArray<Value>, within limit: Int?, observer: (any FrameHost)? = nil
  ) -> String? {
    var frame = Frame(slots: slots, budget: limit ?? Frame.standardBudget)
    frame.host = observer
    let reason: String
    do throws(EvaluationError) {
      if try expression.evaluateBool(&frame) { return nil }
      reason = "does not hold"
    } catch {
      let message = limit == nil ? error.message : error.messageWithinLimits
      reason = "meets the error \(error.code): \(message)"
    }
    return "\(isTransition ? "transition" : "invariant") '\(name)' \(reason)"
  }
}
