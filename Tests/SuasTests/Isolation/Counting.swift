import Suas

struct CountedTodos: Equatable, Sendable {
  var count = 0
}

nonisolated func countListeners(_ store: Store) -> Int {
  var count = 0
  store.addListener { _ in
    count += 1  // refused: mutation of captured var 'count' in concurrently-executing code
  }
  return count
}

@MainActor var mainTotal = 0

@MainActor func makeBlocks() -> Store {
  Store(
    reducer: BlockReducer(initialState: CountedTodos()) { state, _ in
      mainTotal += 1  // refused: main actor-isolated var 'mainTotal' can not be mutated from a nonisolated context
      return state
    },
    middleware: BlockMiddleware { action, _, _, next in
      mainTotal += 1  // refused: main actor-isolated var 'mainTotal' can not be mutated from a nonisolated context
      next(action)
    })
}

@MainActor func makeAction() -> any Action {
  BlockAsyncAction { _, _ in
    mainTotal += 1  // refused: main actor-isolated var 'mainTotal' can not be mutated from a nonisolated context
  }
}
