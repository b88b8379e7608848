/// An action that performs work and dispatches its results, now or later.
///
/// A store runs it if `AsyncMiddleware` is among its middleware.
public protocol AsyncAction: Action {
  /// Starts the work; `dispatch` may be called from any thread, and after this has returned.
  func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction)
}

/// An asynchronous action made from a closure.
public struct BlockAsyncAction: AsyncAction {
  private let executionBlock: (@escaping GetStateFunction, @escaping DispatchFunction) -> Void

  /// Makes an action whose work is `executionBlock`.
  public init(
    executionBlock:
      @escaping (
        _ getState: @escaping GetStateFunction, _ dispatch: @escaping DispatchFunction
      ) -> Void
  ) {
    self.executionBlock = executionBlock
  }

  public func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) {
    executionBlock(getState, dispatch)
  }
}
