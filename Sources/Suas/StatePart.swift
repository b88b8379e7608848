/// How the store runs one reducer, on the sub-state that is the reducer's own.
package protocol StatePart {
  /// Where the state holds the sub-state.
  var stateKey: StateKey { get }

  /// The sub-state of a store that was given no other.
  var initialState: Any { get }

  /// What a precondition failure calls the reducer.
  var reducerName: String { get }

  /// Whether `reduce` ever throws; if no part of a store does, it keeps nothing to put back.
  var canRefuse: Bool { get }

  /// Whether `state` is of the type that the reducer works on.
  func accepts(_ state: Any) -> Bool

  /// Changes `state` in place and answers true, or leaves it as it is and answers false.
  ///
  /// A refusal may leave `state` in any condition: the store puts back what it had.
  func reduce(_ state: inout Any, action: any Action) throws(ActionError) -> Bool
}

extension StatePart {
  package var reducerName: String { String(describing: type(of: self)) }
  package var canRefuse: Bool { true }
}

/// A hand-written reducer as a part.
struct ReducerPart<R: Reducer>: StatePart {
  let reducer: R
  let stateKey: StateKey

  init(_ reducer: R) {
    self.reducer = reducer
    self.stateKey = reducer.stateKey
  }

  var initialState: Any { reducer.initialState }
  var reducerName: String { String(describing: R.self) }
  var canRefuse: Bool { false }

  func accepts(_ state: Any) -> Bool { state is R.StateType }

  func reduce(_ state: inout Any, action: any Action) -> Bool {
    guard let next = reducer.reduce(state: state as! R.StateType, action: action) else {
      return false
    }
    state = next
    return true
  }
}
