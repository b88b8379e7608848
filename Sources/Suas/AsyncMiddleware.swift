/// A middleware that executes asynchronous actions, and passes all others on.
public struct AsyncMiddleware: Middleware, SettlingMiddleware {
  package let activity: Activity

  /// Makes the middleware; it has no settings.
  public init() { activity = Activity() }

  /// Makes a middleware whose tasks are noted in `activity`.
  package init(_ activity: Activity) { self.activity = activity }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    guard let action = action as? any AsyncAction else { return next(action) }
    let task = (action as? BlockAsyncAction)?.task ?? action as? any TaskAction
    guard let task else { return action.execute(getState: getState, dispatch: dispatch) }
    activity.begin()
    Task { [activity] in
      await task.execute(getState: getState, dispatch: dispatch)
      activity.end()
    }
  }
}
