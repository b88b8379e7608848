/// A reducer with a function for each action, which changes the sub-state in place.
///
/// ```swift
/// nonisolated struct CartReducer: InPlaceReducer {
///   let initialState = Cart()
///   let handlers: [ActionHandler<Cart>] = [.on(AddItem.self, addItem)]
///
///   static func addItem(_ cart: inout Cart, _ action: AddItem) -> Bool {
///     cart.items.append(action.item)
///     return true
///   }
/// }
/// ```
///
/// The store holds no second reference to the sub-state while a function changes it, unless a filter
/// compares with the old one or the action may still be refused, by a later reducer that handles it
/// or by `validate:`. So a change of a list costs the same however long the list is.
public protocol InPlaceReducer<StateType>: RefusingReducer {
  /// The functions by the types of the actions; of two for one type, the first counts.
  var handlers: [ActionHandler<StateType>] { get }
}

extension InPlaceReducer {
  /// Changes a sub-state as the function for the type of the action does; the function does not see
  /// the own sub-state in `store`.
  public func reduce(
    state: inout StateType, store: Store.State, action: any Action
  ) throws(ActionError) -> Bool {
    for handler in handlers where handler.action == type(of: action) {
      return try handler.change(&state, action, store)
    }
    return false
  }
}
