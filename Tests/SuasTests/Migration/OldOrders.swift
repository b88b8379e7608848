import Suas

nonisolated struct OldTodos: Equatable, Sendable {
  var titles: [String] = []
}

nonisolated struct OldReducer: Reducer {  // refused: unavailable instance method 'reduce(state:action:)' was used to satisfy a requirement of protocol 'Reducer': write 'reduce(state:action:)', the state first
  var initialState: Int { 0 }
  func reduce(action: any Action, state: Int) -> Int? { state + 1 }
}

nonisolated func makeOldReducer() -> BlockReducer<OldTodos> {
  BlockReducer(state: OldTodos()) { action, state in state }  // refused: 'init(state:reduce:)' is unavailable: write 'BlockReducer(initialState:)' with '{ state, action in … }', the state first
}

nonisolated func listenAsBefore(_ store: Store) {
  store.addListener(  // refused: 'addListener(if:stateConverter:callback:)' is unavailable: write 'addListener(stateSelector:)'
    stateConverter: { $0.value(forKeyOfType: OldTodos.self) },
    callback: { print($0) })
}
