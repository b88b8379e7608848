/// A stage between `dispatch` and the reducers: it sees each action, and may stop it, change it or
/// dispatch others.
public protocol Middleware {
  /// Processes `action` and, unless it stops the action, passes it to `next`.
  ///
  /// Before `next` is called, `getState` returns the state before the action; after `next` has
  /// returned, the state after it. All three functions may be kept and called later, from any
  /// thread.
  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction)
}

/// A middleware that needs the store's state without waiting for an action.
package protocol StoreMiddleware: Middleware {
  /// Called once for each store, before any action.
  func join(getState: @escaping GetStateFunction)
}
