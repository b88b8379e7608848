/// Executes asynchronous actions, which go no further; hands on all others.
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
