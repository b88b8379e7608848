import Suas

nonisolated final class CountingReducer: Reducer {
  let initialState = 0
  var calls = 0
  func reduce(state: Int, action: any Action) -> Int? {
    calls += 1
    return nil
  }
}

nonisolated final class CountingMiddleware: Middleware {
  var calls = 0
  func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) {
    calls += 1
    next(action)
  }
}

nonisolated func useAfterwards() {
  let reducer = CountingReducer()
  // refused in 6: sending 'reducer' risks causing data races
  let store = Store(reducer: reducer)
  print(reducer.calls, store)
}

nonisolated func useInTwoStores() {
  let middleware = CountingMiddleware()
  // refused in 6: sending value of non-Sendable type 'CountingMiddleware' risks causing data races
  let first = Store(reducer: CountingReducer(), middleware: middleware)
  let second = Store(reducer: CountingReducer(), middleware: middleware)
  print(first, second)
}
