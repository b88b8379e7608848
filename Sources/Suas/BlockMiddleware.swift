/// A middleware made of a block, where a type of its own would say no more.
public final class BlockMiddleware: Middleware {
  let actionFunction: MiddlewareFunction

  /// Makes a middleware that does with an action what `actionFunction` does.
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
