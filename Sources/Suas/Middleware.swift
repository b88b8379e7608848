/// A stage between `dispatch` and the reducers: it sees each action, and may stop it, change it or
/// dispatch others.
///
/// A middleware runs on the thread that dispatched, so it cannot be isolated to an actor: see
/// <doc:Isolation>.
public protocol Middleware: SendableMetatype {
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

/// Passes an action on as a ``NextFunction`` does, and returns the error if it is refused.
public typealias HandOnFunction = @Sendable (any Action) -> ActionError?

/// A middleware that needs to know about the refusal of actions that it passes on.
public protocol RefusalWatcher: Middleware {
  /// Processes `action` as ``Middleware/onAction(action:getState:dispatch:next:)`` does; `handOn`
  /// passes it on, and returns the error if it is refused.
  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    handOn: @escaping HandOnFunction)
}

extension RefusalWatcher {
  /// Processes an action without knowing about refusals.
  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    let handOn: HandOnFunction = { action in
      next(action)
      return nil
    }
    onAction(action: action, getState: getState, dispatch: dispatch, handOn: handOn)
  }
}
