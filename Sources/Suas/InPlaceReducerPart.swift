internal import Values

/// A reducer that changes its sub-state in place, as a part.
///
/// It is not generic: a generic class is not specialized for the types of another module, but the
/// functions of handlers are.
final class InPlaceReducerPart: StatePart {
  let stateKey: String
  let initialState: Any
  let handledTypes: [any Action.Type]?
  let reducerName: String
  let readsWholeState: Bool

  /// A function for the actions of one type. The elements of an array have a type at run time, which
  /// a function with typed throws has only since iOS 18.
  private struct Change {
    let call: HeldChange
  }
  private let changes: ContiguousArray<Change>
  private let readings: ContiguousArray<StoreReading>
  private let isAccepted: (Any) -> Bool
  private let places: TypeTable

  /// The state before the current action, as far as the action's function reads it.
  @exclusivity(unchecked) private var store: Store.State = [:]

  init<R: InPlaceReducer>(_ reducer: R) {
    let all = reducer.handlers
    let places = TypeTable(of: all.map(\.action))
    let handlers = (0..<places.count).compactMap { number in
      all.first { places[ObjectIdentifier($0.action)] == number }
    }
    stateKey = reducer.stateKey
    initialState = reducer.initialState
    reducerName = String(describing: R.self)
    isAccepted = { $0 is R.StateType }
    self.places = places
    handledTypes = handlers.map(\.action)
    changes = ContiguousArray(handlers.map { Change(call: $0.changeHeld) })
    readings = ContiguousArray(handlers.map(\.reading))
    readsWholeState = readings.contains { $0 != .nothing }
  }

  private init(copying part: InPlaceReducerPart) {
    (stateKey, initialState, reducerName) = (part.stateKey, part.initialState, part.reducerName)
    (handledTypes, readsWholeState) = (part.handledTypes, part.readsWholeState)
    (changes, readings, places) = (part.changes, part.readings, part.places)
    isAccepted = part.isAccepted
  }

  func forOneStore() -> any StatePart { InPlaceReducerPart(copying: self) }

  func accepts(_ state: Any) -> Bool { isAccepted(state) }

  func lend(_ state: Store.State?, kind: Int?) {
    let reading = kind.map { readings[$0] } ?? .everything
    guard var state, reading != .nothing, readsWholeState else {
      store = [:]
      return
    }
    if reading == .others, let slot = state.layout.slot(of: stateKey) { state.values[slot] = () }
    store = state
  }

  func reduce(_ state: Inout<Any>, _ action: any Action, kind: Int?) -> PartOutcome {
    guard let place = kind ?? places[ObjectIdentifier(type(of: action))] else { return .unchanged }
    do throws(ActionError) {
      let isChanged = try withBorrow(of: action) { action throws(ActionError) in
        try changes[place].call(state, action, store)
      }
      return isChanged ? .changed(nil) : .unchanged
    } catch {
      return .refused(Refusal(error))
    }
  }
}
