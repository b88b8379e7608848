/// A middleware made from a closure, for cases in which a separate type would add nothing.
public final class BlockMiddleware: Middleware, Sendable {
  let actionFunction: MiddlewareFunction

  /// Makes a middleware that calls `actionFunction` for each action.
  public init(actionFunction: @escaping MiddlewareFunction) {
    self.actionFunction = actionFunction
  }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    actionFunction(action, getState, dispatch, next)
  }
}
