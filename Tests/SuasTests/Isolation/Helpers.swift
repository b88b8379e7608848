import Suas

struct HelpedTodos: Equatable {
  var count = 0
  func increased() -> HelpedTodos { HelpedTodos(count: count + 1) }
}

struct HelpedReducer: Reducer {
  var initialState = HelpedTodos()
  func reduce(state: HelpedTodos, action: any Action) -> HelpedTodos? {
    state.increased()  // refused in 6 with MainActor: call to main actor-isolated instance method 'increased()' in a synchronous nonisolated context
  }
}

@MainActor func listenFiltered(_ store: Store) {
  store.addListener(forStateType: HelpedTodos.self, if: stateChangedFilter) { _ in }  // refused with MainActor: main actor-isolated conformance of 'HelpedTodos' to 'Equatable' cannot satisfy conformance requirement for a 'Sendable' type parameter
  store.addListener(
    forStateType: HelpedTodos.self,
    if: { $0 == $1 }) { _ in }  // refused with MainActor: main actor-isolated conformance of 'HelpedTodos' to 'Equatable' cannot be used in nonisolated context
}
