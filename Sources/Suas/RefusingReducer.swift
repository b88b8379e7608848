/// A reducer that may refuse an action, and that can read the whole state.
///
/// ```swift
/// nonisolated struct AccountReducer: RefusingReducer {
///   var initialState = Account(balance: 100)
///
///   func reduce(
///     state: inout Account, store: Store.State, action: any Action
///   ) throws(ActionError) -> Bool {
///     guard let action = action as? Withdraw else { return false }
///     guard state.balance >= action.amount else {
///       throw ActionError(code: "overdrawn", message: "there are only \(state.balance)")
///     }
///     state.balance -= action.amount
///     return true
///   }
/// }
/// ```
///
/// An action is reduced whole or not at all: if one reducer refuses it, no change of any reducer is
/// kept, whatever the refusing one has already changed. ``Store/perform(_:)`` throws the error, and
/// error listeners are notified of it.
public protocol RefusingReducer<StateType>: Reducer {
  /// Changes the sub-state in place; returns false if the action did not change it.
  ///
  /// - Parameters:
  ///   - state: The sub-state. What is done to it before an error or before `false` is discarded.
  ///   - store: The whole state before the action.
  ///   - action: The action, which every reducer of the store is given.
  /// - Throws: The reason why the action is refused.
  func reduce(
    state: inout StateType, store: Store.State, action: any Action
  ) throws(ActionError) -> Bool
}

extension RefusingReducer {
  /// Returns the next sub-state for an empty store; `nil` if the action changes nothing or is
  /// refused. A store does not call this.
  public func reduce(state: StateType, action: any Action) -> StateType? {
    var next = state
    guard let isChanged = try? reduce(state: &next, store: [:], action: action), isChanged else {
      return nil
    }
    return next
  }
}
