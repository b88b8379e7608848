import Suas

nonisolated struct OldTodos: Equatable, Sendable {
  var titles: [String] = []
}

// refused: unavailable instance method 'reduce(state:action:)' was used to satisfy a requirement of protocol 'Reducer': write 'reduce(state:action:)', the state first
nonisolated struct OldReducer: Reducer {
  var initialState: Int { 0 }
  func reduce(action: any Action, state: Int) -> Int? { state + 1 }
}

nonisolated func makeOldReducer() -> BlockReducer<OldTodos> {
  // refused: 'init(state:reduce:)' is unavailable: write 'BlockReducer(initialState:)' with '{ state, action in … }', the state first
  BlockReducer(state: OldTodos()) { action, state in state }
}

nonisolated func listenAsBefore(_ store: Store) {
  // refused: 'addListener(if:stateConverter:callback:)' is unavailable: write 'addListener(stateSelector:)'
  store.addListener(
    stateConverter: { $0.value(forKeyOfType: OldTodos.self) },
    callback: { print($0) })
}
