// Every function may be called on any thread, one call at a time, and is therefore `@Sendable`.

/// Sub-states by their keys, as an initial state for a store.
public typealias KeyedState = [String: any Sendable]

/// Decides from the old and the new value whether a listener is called.
public typealias FilterFunction<Value> = @Sendable (_ old: Value, _ new: Value) -> Bool

/// Derives a listener's value from the whole state; for `nil`, the listener is not called.
public typealias StateSelector<Value> = @Sendable (Store.State) -> Value?

/// Makes a new sub-state; `nil` means that the action did not change it.
public typealias ReducerFunction<StateType> = @Sendable (StateType, any Action) -> StateType?

/// A callback that receives the state, or the part of it, that a listener observes.
public typealias ListenerFunction<Value> = @Sendable (Value) -> Void

/// A callback that receives each dispatched action.
public typealias ActionListenerFunction = @Sendable (any Action) -> Void

/// Sends an action to the store.
public typealias DispatchFunction = @Sendable (any Action) -> Void

/// Passes an action to the next middleware or, after the last one, to the reducers.
public typealias NextFunction = DispatchFunction

/// Returns the state at the moment of the call.
public typealias GetStateFunction = @Sendable () -> Store.State

/// Processes an action as a middleware.
public typealias MiddlewareFunction =
  @Sendable (
    _ action: any Action,
    _ getState: @escaping GetStateFunction,
    _ dispatch: @escaping DispatchFunction,
    _ next: @escaping NextFunction
  ) -> Void

/// Judges an action after all reducers, before its changes are kept; an error that it throws refuses
/// the action.
public typealias ValidationFunction =
  @Sendable (_ old: Store.State, _ new: Store.State, _ action: any Action) throws(ActionError) ->
  Void
