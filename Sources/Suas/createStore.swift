public import Dispatch

/// Creates a store that starts with the initial state of its reducer.
///
/// Listeners are called on `notifyOn`, in order and some time after the action was processed; if it
/// is `nil`, at once and on the thread that dispatched.
@inlinable
public func createStore(
  reducer: some Reducer, middleware: (any Middleware)? = nil, notifyOn queue: DispatchQueue? = nil
) -> Store {
  createStore(reducer: CombinedReducer(reducer), middleware: middleware, notifyOn: queue)
}

/// Creates a store that starts with the initial states of its reducers.
///
/// 1. Each sub-state is held under its reducer's key, however many reducers there are; the keys are
///    in the reducers' order.
/// 2. Two reducers with one key are a precondition failure that names both.
/// 3. With `notifyOn`, state and error listeners are called on that queue, in order even if it is a
///    concurrent one, some time after the action was processed; otherwise at once and on the thread
///    that dispatched. Action listeners are always called at once.
public func createStore(
  reducer: CombinedReducer, middleware: (any Middleware)? = nil,
  notifyOn queue: DispatchQueue? = nil
) -> Store {
  Store(reducer: reducer, state: nil, middleware: middleware, notifyOn: queue)
}

/// Creates a store that starts with the initial state of its reducer, overridden by `state`.
///
/// `state` is a dictionary by state key, a `State`, or one value that is held under the name of its
/// type. A sub-state of another type than the reducer's is a precondition failure.
@inlinable
public func createStore(
  reducer: some Reducer, state: Any, middleware: (any Middleware)? = nil,
  notifyOn queue: DispatchQueue? = nil
) -> Store {
  createStore(
    reducer: CombinedReducer(reducer), state: state, middleware: middleware, notifyOn: queue)
}

/// Creates a store that starts with the initial states of its reducers, overridden by `state`.
///
/// 1. `state` is a dictionary by state key, a `State`, or one value that is held under the name of
///    its type.
/// 2. A sub-state of another type than its reducer's is a precondition failure.
/// 3. A key that no reducer owns is kept, after those of the reducers.
public func createStore(
  reducer: CombinedReducer, state: Any, middleware: (any Middleware)? = nil,
  notifyOn queue: DispatchQueue? = nil
) -> Store {
  Store(reducer: reducer, state: State(given: state), middleware: middleware, notifyOn: queue)
}
