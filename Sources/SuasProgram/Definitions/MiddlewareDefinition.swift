import CEL
import YAML

/// One item of `middleware`.
package enum MiddlewareDefinition<Expression: Sendable>: Sendable {
  case builtIn(BuiltInMiddleware)
  case declared(Declared)

  package struct Declared: Sendable {
    package let name: String
    /// The ids of the actions that it acts on; nil for all.
    package let actions: Set<Int>?
    /// The condition to act; if it is false, the action is handed on.
    package let condition: Test<Expression>?
    package let steps: [Step]
    /// The number of its first outcome in the coverage: an action is handed on, if steps do that.
    package let point: Int
    /// The number of the outcome "no action is handed on", if it is possible.
    package let stopping: Int?

    package init(
      name: String, actions: Set<Int>?, condition: Test<Expression>?, steps: [Step], point: Int,
      stopping: Int?
    ) {
      self.name = name
      self.actions = actions
      self.condition = condition
      self.steps = steps
      self.point = point
      self.stopping = stopping
    }
  }

  package enum Step: Sendable {
    /// Hands the action on; with the place, and the number of its outcome.
    case next(
      Guard<Expression>?, SourceRange, point: Int, onRefused: OutcomeDefinition<Expression>?)
    case replace(DispatchDefinition<Expression>, onRefused: OutcomeDefinition<Expression>?)
    case react(ReactionDefinition<Expression>)
  }
}

/// A built-in middleware, by its name.
package enum BuiltInMiddleware: String, CaseIterable, Sendable {
  case logger, async, monitor
}

package typealias CheckedMiddleware = MiddlewareDefinition<CheckedExpression>
package typealias PlannedMiddleware = MiddlewareDefinition<ExpressionPlan>

extension CheckedMiddleware {
  package func planned() -> PlannedMiddleware {
    switch self {
    case .builtIn(let builtIn): .builtIn(builtIn)
    case .declared(let declared):
      .declared(
        PlannedMiddleware.Declared(
          name: declared.name, actions: declared.actions,
          condition: declared.condition?.planned(), steps: declared.steps.map { $0.planned() },
          point: declared.point, stopping: declared.stopping))
    }
  }
}

extension CheckedMiddleware.Step {
  fileprivate func planned() -> PlannedMiddleware.Step {
    switch self {
    case .next(let condition, let place, let point, let onRefused):
      .next(condition?.planned(), place, point: point, onRefused: onRefused?.planned())
    case .replace(let dispatch, let onRefused):
      .replace(dispatch.planned(), onRefused: onRefused?.planned())
    case .react(let reaction): .react(reaction.planned())
    }
  }
}
