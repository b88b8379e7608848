import Suas
import SuasEngine
import SuasProgram

/// Replaces an app's `Encodable` actions with the spec's own, so that the spec's declarations apply
/// to them.
struct ReadingMiddleware: Middleware {
  private let reader: SpecActionReader

  init(_ spec: CompiledSpec) { reader = SpecActionReader(spec) }

  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    // An action that is invalid is refused by the reducers, with the reason.
    next((try? reader.read(action)) ?? action)
  }
}
