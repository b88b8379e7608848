/// The name under which a state holds one of its sub-states.
public typealias StateKey = String

/// Sub-states by their keys, as an initial state for a store.
public typealias KeyedState = [StateKey: Any]

/// Decides from the old and the new value whether a listener is called.
public typealias FilterFunction<Value> = (_ old: Value, _ new: Value) -> Bool

/// Derives a listener's value from the whole state; for `nil`, the listener is not called.
public typealias StateSelector<Value> = (State) -> Value?

/// Makes a new sub-state; `nil` means that the action did not change it.
public typealias ReducerFunction<StateType> = (StateType, any Action) -> StateType?

/// A callback that receives the state, or the part of it, that a listener observes.
public typealias ListenerFunction<Value> = (Value) -> Void

/// A callback that receives each dispatched action.
public typealias ActionListenerFunction = (any Action) -> Void

/// Sends an action to the store.
public typealias DispatchFunction = @Sendable (any Action) -> Void

/// Passes an action to the next middleware or, after the last one, to the reducers.
public typealias NextFunction = DispatchFunction

/// Returns the state at the moment of the call.
public typealias GetStateFunction = @Sendable () -> State

/// Processes an action as a middleware.
public typealias MiddlewareFunction = (
  _ action: any Action,
  _ getState: @escaping GetStateFunction,
  _ dispatch: @escaping DispatchFunction,
  _ next: @escaping NextFunction
) -> Void
