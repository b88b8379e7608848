import Suas

// refused: conformance of 'MainReducer' to protocol 'Reducer' crosses into main actor-isolated code and can cause data races
@MainActor struct MainReducer: Reducer {
  let initialState: Int
  func reduce(state: Int, action: any Action) -> Int? { nil }
}

// refused: cannot form main actor-isolated conformance of 'IsolatedReducer' to SendableMetatype-inheriting protocol 'Reducer'
@MainActor struct IsolatedReducer: @MainActor Reducer {
  let initialState: Int
  func reduce(state: Int, action: any Action) -> Int? { nil }
}

// refused: conformance of 'MainMiddleware' to protocol 'Middleware' crosses into main actor-isolated code and can cause data races
@MainActor struct MainMiddleware: Middleware {
  func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) { next(action) }
}

// refused: conformance of 'MainAsyncAction' to protocol 'AsyncAction' crosses into main actor-isolated code and can cause data races
@MainActor final class MainAsyncAction: AsyncAction {
  var runs = 0
  func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction) {
    runs += 1
  }
}

nonisolated final class Mutable: Action {
  // refused: stored property 'count' of 'Sendable'-conforming class 'Mutable' is mutable
  var count = 0
}

nonisolated final class Document {
  var text = ""
}

// refused in 6: type 'Document' does not conform to the 'Sendable' protocol
nonisolated struct DocumentReducer: Reducer {
  var initialState: Document { Document() }
  func reduce(state: Document, action: any Action) -> Document? { nil }
}
