public import Values

/// The part of the store that a function of a reducer reads.
@usableFromInline
enum StoreReading: Sendable {
  case nothing
  /// All but the own sub-state.
  case others
  case everything
}

/// Changes a sub-state where the store holds it.
@usableFromInline
typealias HeldChange =
  @Sendable (_ state: Inout<Any>, _ action: Borrow<any Action>, _ store: Store.State)
  throws(ActionError) -> Bool

/// The function of a reducer for the actions of one type.
///
/// The function changes the sub-state in place. It returns false if the action did not change it; where
/// it does so or throws, it leaves the sub-state as it was.
public struct ActionHandler<StateType: Sendable>: Sendable {
  /// Changes a sub-state; the store is empty unless the function reads it.
  @usableFromInline
  typealias Change =
    @Sendable (_ state: inout StateType, _ action: any Action, _ store: Store.State)
    throws(ActionError) -> Bool

  let action: any Action.Type
  let reading: StoreReading
  let change: Change
  let changeHeld: HeldChange

  @usableFromInline
  init(
    action: any Action.Type, reading: StoreReading, change: @escaping Change,
    changeHeld: @escaping HeldChange
  ) {
    self.action = action
    self.reading = reading
    self.change = change
    self.changeHeld = changeHeld
  }

  /// Makes the handler of a function that needs the sub-state and the action only.
  @inlinable
  public static func on<Handled: Action>(
    _ action: Handled.Type,
    _ change:
      @escaping @Sendable (_ state: inout StateType, _ action: Handled) throws(ActionError) -> Bool
  ) -> ActionHandler {
    let held = ExistentialAccess()
    return ActionHandler(action: action, reading: .nothing) {
      state, action, _ throws(ActionError) in
      try change(&state, known(action, as: Handled.self))
    } changeHeld: { state, action, _ throws(ActionError) in
      try held.change(state, as: StateType.self) { state throws(ActionError) in
        try change(&state, held.known(action, as: Handled.self))
      }
    }
  }

  /// Makes the handler of a function that reads other sub-states, too.
  ///
  /// The function gets the store as it was before the action, without the reducer's own sub-state:
  /// a second reference to that would make a copy of what the function changes.
  @inlinable
  public static func on<Handled: Action>(
    _ action: Handled.Type,
    readingStore change:
      @escaping @Sendable (
        _ state: inout StateType, _ action: Handled, _ store: Store.State
      ) throws(ActionError) -> Bool
  ) -> ActionHandler {
    on(action, reading: .others, change)
  }

  /// Makes the handler of a function that reads the store with the reducer's own sub-state.
  ///
  /// The function gets the whole store as it was before the action. The lists and other values of the
  /// own sub-state are copied when the function changes them.
  @inlinable
  public static func on<Handled: Action>(
    _ action: Handled.Type,
    readingWholeStore change:
      @escaping @Sendable (
        _ state: inout StateType, _ action: Handled, _ store: Store.State
      ) throws(ActionError) -> Bool
  ) -> ActionHandler {
    on(action, reading: .everything, change)
  }

  @inlinable
  static func on<Handled: Action>(
    _ action: Handled.Type, reading: StoreReading,
    _ change:
      @escaping @Sendable (
        _ state: inout StateType, _ action: Handled, _ store: Store.State
      ) throws(ActionError) -> Bool
  ) -> ActionHandler {
    let held = ExistentialAccess()
    return ActionHandler(action: action, reading: reading) {
      state, action, store throws(ActionError) in
      try change(&state, known(action, as: Handled.self), store)
    } changeHeld: { state, action, store throws(ActionError) in
      try held.change(state, as: StateType.self) { state throws(ActionError) in
        try change(&state, held.known(action, as: Handled.self), store)
      }
    }
  }
}
