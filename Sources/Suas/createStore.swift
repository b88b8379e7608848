/// Creates a store that starts with the initial state of its reducer.
public func createStore(
  reducer: some Reducer, middleware: (any Middleware)? = nil
) -> Store {
  createStore(reducer: CombinedReducer(reducer), middleware: middleware)
}

/// Creates a store that starts with the initial states of its reducers.
public func createStore(
  reducer: CombinedReducer, middleware: (any Middleware)? = nil
) -> Store {
  Store(reducer: reducer, state: nil)
}

/// Creates a store that starts with `state` laid over the initial state of its reducer.
///
/// `state` is a dictionary by state key, a `State`, or one value that is held under the name of its
/// type.
public func createStore(
  reducer: some Reducer, state: Any, middleware: (any Middleware)? = nil
) -> Store {
  createStore(reducer: CombinedReducer(reducer), state: state, middleware: middleware)
}

/// Creates a store that starts with `state` laid over the initial states of its reducers.
public func createStore(
  reducer: CombinedReducer, state: Any, middleware: (any Middleware)? = nil
) -> Store {
  Store(reducer: reducer, state: State(given: state))
}
