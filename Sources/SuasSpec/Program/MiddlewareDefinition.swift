import CEL
import YAML

/// One item of `middleware`.
enum MiddlewareDefinition<Expression: Sendable>: Sendable {
  case builtIn(BuiltInMiddleware)
  case declared(Declared)

  struct Declared: Sendable {
    let name: String
    /// The ids of the actions that it acts on; nil for all.
    let actions: Set<Int>?
    /// Where it is false, the action goes on.
    let condition: Test<Expression>?
    let steps: [Step]
    /// The number of its first outcome: that an action is handed on, where it has steps for that.
    let point: Int
    /// The number of the outcome that none is, where that can be.
    let stopping: Int?
  }

  enum Step: Sendable {
    /// With the place, and the number of its outcome.
    case next(Guard<Expression>?, SourceRange, point: Int)
    case replace(DispatchDefinition<Expression>)
    case dispatch(DispatchDefinition<Expression>)
  }
}

/// A middleware that is built in, by its name.
enum BuiltInMiddleware: String, CaseIterable, Sendable {
  case logger, async, monitor
}

typealias CheckedMiddleware = MiddlewareDefinition<CheckedExpression>
typealias PlannedMiddleware = MiddlewareDefinition<Program>

extension CheckedMiddleware {
  func planned() -> PlannedMiddleware {
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
    case .next(let condition, let place, let point):
      .next(condition?.planned(), place, point: point)
    case .replace(let dispatch): .replace(dispatch.planned())
    case .dispatch(let dispatch): .dispatch(dispatch.planned())
    }
  }
}
