import Suas

/// A step of a listener that dispatches nothing and waits for its turn.
struct DeferredStep: Action { let step: ProgramStep }

/// The first middleware of a program: performs what listeners have put off, and refuses payloads that
/// break a constraint.
struct EntryMiddleware: Middleware {
  let runner: EffectRunner
  let check: @Sendable (any Action) throws(ActionError) -> Void

  func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) {
    if let deferred = action as? DeferredStep {
      return runner.perform([deferred.step], dispatch)
    }
    runner.passOn {
      do throws(ActionError) {
        try check(action)
        next(action)
      } catch {
        runner.surroundings.report(error)
      }
    }
  }
}

/// The middleware `async`: starts effects, and executes an app's asynchronous actions.
struct EffectMiddleware: Middleware {
  let runner: EffectRunner

  func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) {
    if let effect = action as? any Effect {
      runner.take(effect, getState, dispatch)
    } else {
      AsyncMiddleware().onAction(
        action: action, getState: getState, dispatch: dispatch, next: next)
    }
  }
}
