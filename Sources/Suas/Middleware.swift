/// Stands between `dispatch` and the reducers: sees each action, may stop it, change it, add others.
public protocol Middleware {
  /// Does what the middleware is for and, unless it stops `action`, hands it to `next`.
  ///
  /// Before `next` is called, `getState` reads the state before the action; after it returned, the
  /// one after the action. All three functions may be kept and called later, from any thread.
  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction)
}

/// A middleware that wants to know the store's state without waiting for an action.
package protocol StoreMiddleware: Middleware {
  /// Called once for each store, before any action.
  func join(getState: @escaping GetStateFunction)
}
