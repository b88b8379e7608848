/// Stands between `dispatch` and the reducers: sees each action, may stop it, change it, add others.
public protocol Middleware {
  /// Does what the middleware is for and, unless it stops `action`, hands it to `next`.
  ///
  /// Before `next` returns, `getState` reads the state before the action; after, the one after it.
  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction)
}
