import Suas

/// Puts the spec's own actions in the place of an app's `Encodable` ones, so that what the spec
/// declares of them applies.
struct ReadingMiddleware: Middleware {
  private let reader: SpecActionReader

  init(_ spec: CompiledSpec) { reader = SpecActionReader(spec) }

  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    // One that is made wrong is refused by the reducers, with the reason.
    next((try? reader.read(action)) ?? action)
  }
}
