import CEL
import YAML

/// A condition on whole stores.
package struct ConditionDefinition<Expression: Sendable>: Sendable {
  package let name: String
  package let expression: Expression
  /// Of a way out: the condition on the states that it leads out of; nil for all.
  package let origin: Expression?
  package let place: SourceRange
  /// The ids of the actions that a transition applies to; nil for all.
  package let actions: Set<Int>?
  package let kind: ConditionKind

  package init(
    name: String, expression: Expression, origin: Expression? = nil, place: SourceRange,
    actions: Set<Int>?, kind: ConditionKind
  ) {
    self.name = name
    self.expression = expression
    self.origin = origin
    self.place = place
    self.actions = actions
    self.kind = kind
  }
}

/// The kinds of conditions on whole stores.
package enum ConditionKind: Sendable {
  /// A condition on every store.
  case invariant
  /// A condition on the change by an action.
  case transition
  /// A condition on a store at rest, and on the effects that are under way then.
  case rest
  /// A condition that the app should be able to meet.
  case goal
  /// A condition that the app should be able to meet from every state.
  case wayOut

  /// The word for such a condition, before its name.
  package var noun: String {
    switch self {
    case .invariant: "invariant"
    case .transition: "transition"
    case .rest: "promise at rest"
    case .goal: "goal"
    case .wayOut: "way out"
    }
  }

  /// The code of the error where such a condition does not hold; nil for a goal.
  package var code: String? {
    switch self {
    case .invariant: "invariant-violated"
    case .transition: "transition-violated"
    case .rest: Self.restCode
    case .goal: nil
    case .wayOut: Self.wayOutCode
    }
  }

  /// The code of the error where a promise at rest is not kept.
  package static let restCode = "at-rest-violated"

  /// The code of the error where nothing leads to a state in which a way out ends.
  package static let wayOutCode = "always-reachable-violated"
}

package typealias CheckedCondition = ConditionDefinition<CheckedExpression>
package typealias PlannedCondition = ConditionDefinition<ExpressionPlan>

extension CheckedCondition {
  package func planned() -> PlannedCondition {
    PlannedCondition(
      name: name, expression: expression.planned(), origin: origin?.planned(), place: place,
      actions: actions, kind: kind)
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
    return "\(kind.noun) '\(name)' \(reason)"
  }
}
