/// An action that performs work and dispatches its results, now or later.
///
/// A store runs it if `AsyncMiddleware` is among its middleware.
public protocol AsyncAction: Action {
  /// Starts the work; `dispatch` may be called from any thread, and after this has returned.
  func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction)
}

/// An action whose work is an asynchronous function.
///
/// ```swift
/// nonisolated struct LoadTodo: TaskAction {
///   let query: String
///
///   func execute(
///     getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
///   ) async {
///     dispatch(AddTodo(text: await server.title(matching: query)))
///   }
/// }
/// ```
public protocol TaskAction: AsyncAction {
  /// Does the work, in a task of its own.
  func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) async
}

extension TaskAction {
  /// Starts the task.
  public func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) {
    Task { await execute(getState: getState, dispatch: dispatch) }
  }
}

/// An asynchronous action made from a closure.
public struct BlockAsyncAction: AsyncAction {
  /// A function that starts work which may outlast it.
  public typealias Block =
    @Sendable (
      _ getState: @escaping GetStateFunction, _ dispatch: @escaping DispatchFunction
    ) -> Void

  /// A function that does the work in a task.
  public typealias AsyncBlock =
    @Sendable (
      _ getState: @escaping GetStateFunction, _ dispatch: @escaping DispatchFunction
    ) async -> Void

  private enum Work: Sendable {
    case block(Block)
    case task(BlockTask)
  }

  private struct BlockTask: TaskAction {
    let block: AsyncBlock

    func execute(
      getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
    ) async {
      await block(getState, dispatch)
    }
  }

  private let work: Work

  /// Makes an action whose work is `executionBlock`.
  public init(executionBlock: @escaping Block) { work = .block(executionBlock) }

  /// Makes an action whose work is the asynchronous function `executionBlock`, in a task of its
  /// own.
  public init(executionBlock: @escaping AsyncBlock) {
    work = .task(BlockTask(block: executionBlock))
  }

  /// The work as an action with a task; `nil` if it has none.
  var task: (any TaskAction)? {
    if case .task(let task) = work { task } else { nil }
  }

  public func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) {
    switch work {
    case .block(let block): block(getState, dispatch)
    case .task(let task): task.execute(getState: getState, dispatch: dispatch) as Void
    }
  }
}
