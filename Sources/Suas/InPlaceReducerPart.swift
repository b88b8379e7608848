internal import Values

/// A reducer that changes its sub-state in place, as a part.
final class InPlaceReducerPart<R: InPlaceReducer>: StatePart {
  let stateKey: String
  let initialState: Any
  let handledTypes: [any Action.Type]?
  let readsWholeState: Bool
  var reducerName: String { String(describing: R.self) }
  var restoresWhenRefusing: Bool { true }

  private let handlers: [ActionHandler<R.StateType>]
  private let places: [ObjectIdentifier: Int]

  /// The state before the current action, as far as the action's function reads it.
  private var store: Store.State = [:]

  convenience init(_ reducer: R) {
    var places: [ObjectIdentifier: Int] = [:]
    let handlers = reducer.handlers.filter {
      places.updateValue(places.count, forKey: ObjectIdentifier($0.action)) == nil
    }
    self.init(reducer.stateKey, reducer.initialState, handlers)
  }

  private init(_ stateKey: String, _ initialState: Any, _ handlers: [ActionHandler<R.StateType>]) {
    self.stateKey = stateKey
    self.initialState = initialState
    self.handlers = handlers
    handledTypes = handlers.map(\.action)
    readsWholeState = handlers.contains { $0.reading != .nothing }
    places = Dictionary(
      uniqueKeysWithValues: zip(handlers.map { ObjectIdentifier($0.action) }, handlers.indices))
  }

  func forOneStore() -> any StatePart { InPlaceReducerPart(stateKey, initialState, handlers) }

  func accepts(_ state: Any) -> Bool { state is R.StateType }

  func lend(_ state: Store.State?, kind: Int?) {
    let reading = kind.map { handlers[$0].reading } ?? .everything
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
      return try handlers[place].changeHeld(state, action, store) ? .changed : .unchanged
    } catch {
      return .refused(Refusal(error))
    }
  }
}
