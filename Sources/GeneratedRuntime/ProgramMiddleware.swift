import Suas

/// A step of a listener that dispatches nothing and waits for its turn.
package struct DeferredStep: Action {
  package let step: ProgramStep
}

/// The first middleware of a program: performs the work that listeners have put off, and refuses
/// payloads that break a constraint.
package struct EntryMiddleware: Middleware {
  package let runner: EffectRunner
  package let check: @Sendable (any Action) throws(ActionError) -> Void

  package func onAction(
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
        runner.runtime.report(error)
      }
    }
  }
}

/// The middleware `async`: starts effects, and executes an app's asynchronous actions.
package struct EffectMiddleware: Middleware {
  package let runner: EffectRunner

  package func onAction(
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
