public import Dispatch

/// Creates a store that starts with the initial state of its reducer.
///
/// Listeners are told on `notifyOn`, in order and some time after the action was processed; if it is
/// `nil`, at once and on the thread that dispatched.
@inlinable
public func createStore(
  reducer: some Reducer, middleware: (any Middleware)? = nil, notifyOn queue: DispatchQueue? = nil
) -> Store {
  createStore(reducer: CombinedReducer(reducer), middleware: middleware, notifyOn: queue)
}

/// Creates a store that starts with the initial states of its reducers.
///
/// Two reducers with one key are a precondition failure. Listeners are told on `notifyOn`, in order
/// and some time after the action was processed; if it is `nil`, at once and on the thread that
/// dispatched.
public func createStore(
  reducer: CombinedReducer, middleware: (any Middleware)? = nil,
  notifyOn queue: DispatchQueue? = nil
) -> Store {
  Store(reducer: reducer, state: nil, middleware: middleware, notifyOn: queue)
}

/// Creates a store that starts with `state` laid over the initial state of its reducer.
///
/// `state` is a dictionary by state key, a `State`, or one value that is held under the name of its
/// type. A sub-state of another type than the reducer's is a precondition failure; a key that no
/// reducer owns is kept.
@inlinable
public func createStore(
  reducer: some Reducer, state: Any, middleware: (any Middleware)? = nil,
  notifyOn queue: DispatchQueue? = nil
) -> Store {
  createStore(
    reducer: CombinedReducer(reducer), state: state, middleware: middleware, notifyOn: queue)
}

/// Creates a store that starts with `state` laid over the initial states of its reducers.
///
/// `state` is a dictionary by state key, a `State`, or one value that is held under the name of its
/// type. A sub-state of another type than the reducer's is a precondition failure; a key that no
/// reducer owns is kept.
public func createStore(
  reducer: CombinedReducer, state: Any, middleware: (any Middleware)? = nil,
  notifyOn queue: DispatchQueue? = nil
) -> Store {
  Store(reducer: reducer, state: State(given: state), middleware: middleware, notifyOn: queue)
}
