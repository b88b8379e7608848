import Suas

struct CountedTodos: Equatable, Sendable {
  var count = 0
}

nonisolated func countListeners(_ store: Store) -> Int {
  var count = 0
  store.addListener { _ in
    // refused: mutation of captured var 'count' in concurrently-executing code
    count += 1
  }
  return count
}

@MainActor var mainTotal = 0

@MainActor func makeBlocks() -> Store {
  Store(
    reducer: BlockReducer(initialState: CountedTodos()) { state, _ in
      // refused: main actor-isolated var 'mainTotal' can not be mutated from a nonisolated context
      mainTotal += 1
      return state
    },
    middleware: BlockMiddleware { action, _, _, next in
      // refused: main actor-isolated var 'mainTotal' can not be mutated from a nonisolated context
      mainTotal += 1
      next(action)
    })
}

@MainActor func makeAction() -> any Action {
  BlockAsyncAction { _, _ in
    // refused: main actor-isolated var 'mainTotal' can not be mutated from a nonisolated context
    mainTotal += 1
  }
}
