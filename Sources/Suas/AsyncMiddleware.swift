/// A middleware that executes asynchronous actions, and passes all others on.
public struct AsyncMiddleware: Middleware {
  /// Makes the middleware; it has no settings.
  public init() {}

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    if let action = action as? any AsyncAction {
      action.execute(getState: getState, dispatch: dispatch)
    } else {
      next(action)
    }
  }
}
