import Suas

/// The first middleware of a program that promises something at rest, which is judged when all that an
/// action led to is done.
package struct RestingMiddleware: Middleware {
  package let runner: EffectRunner
  /// Returns the errors of the promises that are not kept, for the given numbers of effects under
  /// way.
  package let judge: @Sendable (Store.State, _ pending: [String: Int64]) -> [ActionError]

  package init(
    runner: EffectRunner,
    judge: @escaping @Sendable (Store.State, _ pending: [String: Int64]) -> [ActionError]
  ) {
    self.runner = runner
    self.judge = judge
  }

  package func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) {
    guard runner.judgesAtRest else { return next(action) }
    runner.judgeEvents { dispatch(RestCheck()) }
    runner.begin()
    if !(action is RestCheck) { next(action) }
    guard runner.end() else { return }
    for error in judge(getState(), runner.counts) { runner.runtime.report(error) }
  }
}

extension EffectRunner {
  /// Has promises at rest judged from now on, before the first action too.
  package func judgeEvents(in store: Store) {
    judgeEvents { [weak store] in store?.dispatch(action: RestCheck()) }
  }
}

/// The action that is dispatched when an effect's event is done: the store then stays still for a
/// judgement.
private struct RestCheck: Action {}

/// Returns the error of a promise at rest, if that is not kept.
package func brokenPromise(
  _ name: String, at place: ActionError.Place, _ holds: () throws(Failure) -> Bool
) -> [ActionError] {
  var message = "promise at rest '\(name)' "
  do throws(Failure) {
    if try holds() { return [] }
    message += "does not hold"
  } catch {
    message += "meets the error \(error.code): \(error.message)"
  }
  return [ActionError(code: "at-rest-violated", message: message, place: place)]
}
