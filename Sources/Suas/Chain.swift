/// The functions that middleware is given, made once for each store.
///
/// They hold the core, which therefore lets go of them when its store does.
final class Chain {
  let getState: GetStateFunction
  let dispatch: DispatchFunction
  let steps: ContiguousArray<Step>

  /// One middleware and what hands an action on to the one after it.
  struct Step {
    let middleware: any Middleware
    let next: NextFunction
  }

  init(_ middleware: (any Middleware)?, of core: Core) {
    getState = { core.currentState() }
    dispatch = { action in core.enter(action, at: 0) }
    steps = ContiguousArray(
      (middleware.map(CombinedMiddleware.parts) ?? []).enumerated().map { position, middleware in
        Step(middleware: middleware, next: { action in core.enter(action, at: position + 1) })
      })
  }
}
