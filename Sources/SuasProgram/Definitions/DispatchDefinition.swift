import CEL
import YAML

/// A step that dispatches an action or effect: `dispatch: NAME`.
package struct DispatchDefinition<Expression: Sendable>: Sendable {
  package let place: SourceRange
  package let condition: Guard<Expression>?
  /// The id of the action or effect.
  package let action: Int
  package let payload: Template<Expression>
  /// The fields that are written, which do not hold their defaults.
  package let named: Set<String>
  /// The number of its outcome in the coverage.
  package let point: Int

  package init(
    place: SourceRange, condition: Guard<Expression>?, action: Int, payload: Template<Expression>,
    named: Set<String>, point: Int
  ) {
    self.place = place
    self.condition = condition
    self.action = action
    self.payload = payload
    self.named = named
    self.point = point
  }
}

package typealias CheckedDispatch = DispatchDefinition<CheckedExpression>
package typealias PlannedDispatch = DispatchDefinition<ExpressionPlan>

extension CheckedDispatch {
  package func planned() -> PlannedDispatch {
    PlannedDispatch(
      place: place, condition: condition?.planned(), action: action, payload: payload.planned(),
      named: named, point: point)
  }
}
