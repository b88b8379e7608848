public import Dispatch

extension Store {
  /// Creates a store that starts with the initial state of its reducer.
  ///
  /// The other initializer says what the parameters mean.
  @inlinable
  public convenience init(
    reducer: sending some Reducer, middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: CombinedReducer(reducer), middleware: middleware,
      notifyOn: queue, validate: validate)
  }

  /// Creates a store that starts with the initial states of its reducers.
  ///
  /// 1. Each sub-state is held under its reducer's key, however many reducers there are; the keys are
  ///    in the reducers' order.
  /// 2. Two reducers with one key are a precondition failure that names both.
  /// 3. With `notifyOn`, state and error listeners are called on that queue, in order even if it is a
  ///    concurrent one, some time after the action was processed; otherwise at once and on the thread
  ///    that dispatched. Action listeners are always called at once, main listeners always on the main
  ///    actor.
  /// 4. `validate` judges each action that changed something, after all reducers, on the state before
  ///    and after it. An error that it throws refuses the action, whole.
  public convenience init(
    reducer: sending CombinedReducer, middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: reducer, over: nil, middleware: middleware, notifyOn: queue,
      validate: validate)
  }

  /// Creates a store that starts with `state` instead of its reducer's initial state.
  @inlinable
  public convenience init<R: Reducer>(
    reducer: sending R, state: R.StateType, middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    let key = reducer.stateKey
    self.init(
      reducer: CombinedReducer(reducer), state: [key: state] as KeyedState, middleware: middleware,
      notifyOn: queue, validate: validate)
  }

  /// Creates a store that starts with the initial state of its reducer, overridden by `state`.
  ///
  /// A sub-state of another type than the reducer's is a precondition failure.
  @inlinable
  public convenience init(
    reducer: sending some Reducer, state: State, middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: CombinedReducer(reducer), state: state, middleware: middleware,
      notifyOn: queue, validate: validate)
  }

  /// Creates a store that starts with the initial state of its reducer, overridden by `state`.
  ///
  /// A sub-state of another type than the reducer's is a precondition failure.
  @inlinable
  public convenience init(
    reducer: sending some Reducer, state: KeyedState, middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: CombinedReducer(reducer), state: state, middleware: middleware,
      notifyOn: queue, validate: validate)
  }

  /// Creates a store that starts with the initial states of its reducers, except for one, which is
  /// `state`, held under the name of its type.
  public convenience init(
    reducer: sending CombinedReducer, state: some Sendable,
    middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: reducer, over: State(givenOne: state), middleware: middleware, notifyOn: queue,
      validate: validate)
  }

  /// Creates a store that starts with the initial states of its reducers, overridden by `state`.
  ///
  /// 1. A sub-state of another type than its reducer's is a precondition failure.
  /// 2. A key that no reducer owns is kept, after those of the reducers.
  public convenience init(
    reducer: sending CombinedReducer, state: State, middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: reducer, over: state, middleware: middleware, notifyOn: queue,
      validate: validate)
  }

  /// Creates a store that starts with the initial states of its reducers, overridden by `state`.
  ///
  /// 1. A sub-state of another type than its reducer's is a precondition failure.
  /// 2. A key that no reducer owns is kept, after those of the reducers.
  public convenience init(
    reducer: sending CombinedReducer, state: KeyedState,
    middleware: sending (any Middleware)? = nil,
    notifyOn queue: DispatchQueue? = nil, validate: ValidationFunction? = nil
  ) {
    self.init(
      reducer: reducer, over: State(dictionary: state), middleware: middleware, notifyOn: queue,
      validate: validate)
  }
}
