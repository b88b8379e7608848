/// Several middlewares, in the order in which they see an action.
///
/// `+` makes one: `LoggerMiddleware() + AsyncMiddleware()`.
public struct CombinedMiddleware: Middleware {
  private let parts: [any Middleware]

  /// Returns the single middlewares that `middleware` consists of, in order.
  static func parts(of middleware: any Middleware) -> [any Middleware] {
    (middleware as? CombinedMiddleware)?.parts ?? [middleware]
  }

  static func parts(of middleware: (any Middleware)?) -> [any Middleware] {
    middleware.map { parts(of: $0) } ?? []
  }

  package init(_ parts: [any Middleware]) {
    self.parts = parts
  }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    let chain = parts.reversed().reduce(next) { next, part in
      // The parts run on the same threads as the functions that they are given.
      nonisolated(unsafe) let part = part
      return { action in
        part.onAction(action: action, getState: getState, dispatch: dispatch, next: next)
      }
    }
    chain(action)
  }
}

/// Combines two middlewares; an action reaches `first` before `second`.
public func + (
  first: sending any Middleware, second: sending any Middleware
) -> CombinedMiddleware {
  CombinedMiddleware(CombinedMiddleware.parts(of: first) + CombinedMiddleware.parts(of: second))
}
