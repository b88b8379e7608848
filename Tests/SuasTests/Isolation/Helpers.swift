import Suas

struct HelpedTodos: Equatable {
  var count = 0
  func increased() -> HelpedTodos { HelpedTodos(count: count + 1) }
}

struct HelpedReducer: Reducer {
  var initialState = HelpedTodos()
  func reduce(state: HelpedTodos, action: any Action) -> HelpedTodos? {
    // refused in 6 with MainActor: call to main actor-isolated instance method 'increased()' in a synchronous nonisolated context
    state.increased()
  }
}

@MainActor func listenFiltered(_ store: Store) {
  // refused with MainActor: main actor-isolated conformance of 'HelpedTodos' to 'Equatable' cannot satisfy conformance requirement for a 'Sendable' type parameter
  store.addListener(forStateType: HelpedTodos.self, if: stateChangedFilter) { _ in }
  store.addListener(
    forStateType: HelpedTodos.self,
    // refused with MainActor: main actor-isolated conformance of 'HelpedTodos' to 'Equatable' cannot be used in nonisolated context
    if: { $0 == $1 },
    callback: { _ in })
}
