internal import Values

/// One middleware in its chain, with the functions that it is given, which are made once for each
/// store.
///
/// The functions retain the core, so the core releases the chain when its store is deallocated.
final class MiddlewareLink {
  // Retained together with its function, as long as the store exists.
  private let middleware: any Middleware
  private let onAction: OnAction
  private let getState: GetStateFunction
  private let dispatch: DispatchFunction
  private let next: NextFunction

  // Not `@Sendable`: a middleware is called by one thread at a time.
  private typealias OnAction = (
    any Action, @escaping GetStateFunction, @escaping DispatchFunction, @escaping NextFunction
  ) -> Void

  /// The number of middlewares before this one.
  let position: Int

  /// Makes the links for all of `middleware`, the last one first.
  static func chain(_ middleware: (any Middleware)?, of core: Core) -> [MiddlewareLink] {
    let parts = CombinedMiddleware.parts(of: middleware)
    let getState: GetStateFunction = { core.currentState() }
    let dispatch: DispatchFunction = { action in _ = core.dispatch(action) }
    var links: [MiddlewareLink] = []
    for (position, part) in parts.enumerated().reversed() {
      // Not counted: the core uses it in turns only, and as long as it has the chain.
      let target = links.last.map { UnretainedReference($0) }
      links.append(
        MiddlewareLink(
          part, at: position, getState: getState, dispatch: dispatch,
          next: { action in core.handOn(action, from: position, to: target) },
          handOn: { action in core.refusal(ofHandingOn: action, from: position, to: target) }))
    }
    return links
  }

  private init(
    _ middleware: any Middleware, at position: Int, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction,
    handOn: @escaping HandOnFunction
  ) {
    self.middleware = middleware
    if let watcher = middleware as? any RefusalWatcher {
      onAction = { action, getState, dispatch, _ in
        watcher.onAction(action: action, getState: getState, dispatch: dispatch, handOn: handOn)
      }
    } else if let block = middleware as? BlockMiddleware {
      onAction = block.actionFunction
    } else {
      onAction = { middleware.onAction(action: $0, getState: $1, dispatch: $2, next: $3) }
    }
    self.position = position
    self.getState = getState
    self.dispatch = dispatch
    self.next = next
    (middleware as? any StoreMiddleware)?.join(getState: getState)
  }

  func process(_ action: any Action) { onAction(action, getState, dispatch, next) }
}
