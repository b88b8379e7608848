import CEL
import YAML

/// A step that dispatches, or that cancels effects: a reaction of a listener, or a step after an
/// outcome.
package enum ReactionDefinition<Expression: Sendable>: Sendable {
  case dispatch(DispatchDefinition<Expression>)
  case cancel(CancelDefinition<Expression>)

  package var condition: Guard<Expression>? {
    switch self {
    case .dispatch(let dispatch): dispatch.condition
    case .cancel(let cancel): cancel.condition
    }
  }
}

/// A step that ends effects without an outcome: `cancel: EFFECT`.
package struct CancelDefinition<Expression: Sendable>: Sendable {
  package let place: SourceRange
  package let condition: Guard<Expression>?
  /// The name of the effect.
  package let effect: String
  /// The key of the effects that end; nil for all of the name.
  package let key: KeyDefinition<Expression>?
  /// The number of its outcome in the coverage.
  package let point: Int

  package init(
    place: SourceRange, condition: Guard<Expression>?, effect: String,
    key: KeyDefinition<Expression>?, point: Int
  ) {
    self.place = place
    self.condition = condition
    self.effect = effect
    self.key = key
    self.point = point
  }
}

/// The key that distinguishes the runs of an effect.
package struct KeyDefinition<Expression: Sendable>: Sendable {
  package let expression: Expression
  /// The type of the key; nil if it is known only at run time.
  package let type: FieldType?

  package init(expression: Expression, type: FieldType?) {
    self.expression = expression
    self.type = type
  }
}

package typealias CheckedReaction = ReactionDefinition<CheckedExpression>
package typealias PlannedReaction = ReactionDefinition<ExpressionPlan>
package typealias CheckedCancel = CancelDefinition<CheckedExpression>
package typealias PlannedCancel = CancelDefinition<ExpressionPlan>
package typealias CheckedKey = KeyDefinition<CheckedExpression>
package typealias PlannedKey = KeyDefinition<ExpressionPlan>

extension CheckedReaction {
  package func planned() -> PlannedReaction {
    switch self {
    case .dispatch(let dispatch): .dispatch(dispatch.planned())
    case .cancel(let cancel):
      .cancel(
        PlannedCancel(
          place: cancel.place, condition: cancel.condition?.planned(), effect: cancel.effect,
          key: cancel.key?.planned(), point: cancel.point))
    }
  }
}

extension CheckedKey {
  package func planned() -> PlannedKey {
    PlannedKey(expression: expression.planned(), type: type)
  }
}

extension PlannedKey {
  /// Evaluates the key.
  ///
  /// - Throws: `type-mismatch` for a value that is no string, int or bool.
  package func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try expression.evaluate(&frame)
    switch value {
    case .string, .int, .bool: return value
    default: throw .typeMismatch(value, isNot: "a string, an int or a bool")
    }
  }
}
