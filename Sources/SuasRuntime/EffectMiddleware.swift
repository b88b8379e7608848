import Suas
import SuasEngine
import SuasProgram

/// The middleware `async`: starts the spec's effects, and executes an app's asynchronous actions.
struct EffectMiddleware: SettlingMiddleware {
  private let runtime: SpecRuntime

  var activity: Activity { runtime.activity }

  init(_ runtime: SpecRuntime) { self.runtime = runtime }

  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    if let action = action as? SpecAction, runtime.spec.declares(action),
      let effect = runtime.spec.effect(of: action)
    {
      runtime.take(
        effect, action, EffectTable.StoreAccess(getState: getState, dispatch: dispatch))
    } else {
      AsyncMiddleware(activity).onAction(
        action: action, getState: getState, dispatch: dispatch, next: next)
    }
  }
}

extension CompiledSpec {
  /// The effect that an action starts; nil for an action that reducers handle.
  func effect(of action: SpecAction) -> PlannedEffect? {
    let index = action.type.id - checked.actions.count
    return index >= 0 ? plan.effects[index] : nil
  }
}
