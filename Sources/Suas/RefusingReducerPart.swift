internal import Values

/// A hand-written reducer that may refuse actions, as a part.
///
/// A refused or unchanged sub-state stays as it was, since the reducer changes a copy.
final class RefusingReducerPart<R: RefusingReducer>: StatePart {
  private let reducer: R
  let stateKey: String
  let initialState: Any
  var reducerName: String { String(describing: R.self) }
  var readsWholeState: Bool { true }

  /// The state before the current action.
  private var store: Store.State?

  init(_ reducer: R) {
    self.reducer = reducer
    stateKey = reducer.stateKey
    initialState = reducer.initialState
  }

  func forOneStore() -> any StatePart { RefusingReducerPart(reducer) }

  func accepts(_ state: Any) -> Bool { state is R.StateType }

  func lend(_ state: Store.State?, kind: Int?) { store = state }

  func reduce(_ state: Inout<Any>, _ action: any Action, kind: Int?) -> PartOutcome {
    guard let store else { preconditionFailure("a store lends its state to a refusing reducer") }
    var next = known(state.pointee, as: R.StateType.self)
    do throws(ActionError) {
      guard try reducer.reduce(state: &next, store: store, action: action) else {
        return .unchanged
      }
    } catch {
      return .refused(Refusal(error))
    }
    state.pointee = next
    return .changed(nil)
  }
}
