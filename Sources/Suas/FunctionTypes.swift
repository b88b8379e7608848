/// The name under which a state holds one of its sub-states.
public typealias StateKey = String

/// Sub-states by their keys, as a store can be given them to start with.
public typealias KeyedState = [StateKey: Any]

/// Given the old and the new value, says whether a listener is told.
public typealias FilterFunction<Value> = (_ old: Value, _ new: Value) -> Bool

/// Makes what a listener wants out of the whole state; `nil` leaves the listener untold.
public typealias StateSelector<Value> = (State) -> Value?

/// Makes a new sub-state; `nil` means that the action did not change it.
public typealias ReducerFunction<StateType> = (StateType, any Action) -> StateType?

/// What is called with the state, or the part of it, that a listener listens to.
public typealias ListenerFunction<Value> = (Value) -> Void

/// What is called with each dispatched action.
public typealias ActionListenerFunction = (any Action) -> Void

/// Gives an action to the store.
public typealias DispatchFunction = @Sendable (any Action) -> Void

/// Hands an action on to the next middleware or, after the last one, to the reducers.
public typealias NextFunction = DispatchFunction

/// Reads the state as it is at the moment of the call.
public typealias GetStateFunction = @Sendable () -> State

/// What a middleware does with an action.
public typealias MiddlewareFunction = (
  _ action: any Action,
  _ getState: @escaping GetStateFunction,
  _ dispatch: @escaping DispatchFunction,
  _ next: @escaping NextFunction
) -> Void
