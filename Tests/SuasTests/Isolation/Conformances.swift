import Suas

@MainActor struct MainReducer: Reducer {  // refused: conformance of 'MainReducer' to protocol 'Reducer' crosses into main actor-isolated code and can cause data races
  let initialState: Int
  func reduce(state: Int, action: any Action) -> Int? { nil }
}

@MainActor struct IsolatedReducer: @MainActor Reducer {  // refused: cannot form main actor-isolated conformance of 'IsolatedReducer' to SendableMetatype-inheriting protocol 'Reducer'
  let initialState: Int
  func reduce(state: Int, action: any Action) -> Int? { nil }
}

@MainActor struct MainMiddleware: Middleware {  // refused: conformance of 'MainMiddleware' to protocol 'Middleware' crosses into main actor-isolated code and can cause data races
  func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) { next(action) }
}

@MainActor final class MainAsyncAction: AsyncAction {  // refused: conformance of 'MainAsyncAction' to protocol 'AsyncAction' crosses into main actor-isolated code and can cause data races
  var runs = 0
  func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction) {
    runs += 1
  }
}

nonisolated final class Mutable: Action {
  var count = 0  // refused: stored property 'count' of 'Sendable'-conforming class 'Mutable' is mutable
}

nonisolated final class Document {
  var text = ""
}

nonisolated struct DocumentReducer: Reducer {  // refused in 6: type 'Document' does not conform to the 'Sendable' protocol
  var initialState: Document { Document() }
  func reduce(state: Document, action: any Action) -> Document? { nil }
}
