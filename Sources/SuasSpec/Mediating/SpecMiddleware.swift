import CEL
import Suas
import YAML

/// A middleware that a spec declares.
struct SpecMiddleware: Middleware {
  private let middleware: CheckedMiddleware.Declared
  private let runtime: SpecRuntime

  init(_ middleware: CheckedMiddleware.Declared, _ runtime: SpecRuntime) {
    self.middleware = middleware
    self.runtime = runtime
  }

  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    guard let specAction = action as? SpecAction, runtime.spec.declares(specAction),
      middleware.actions?.contains(specAction.type.id) ?? true
    else { return next(action) }
    let probe = runtime.spec.probe
    var isStopped = true
    func handOn(_ action: SpecAction) {
      guard runtime.mayGoOn() else { return }
      if isStopped { probe?.note(middleware.point) }
      isStopped = false
      next(action)
    }
    /// The store is read anew for each step: what a step did is there for those after it.
    func frame() -> Frame {
      runtime.spec.frame(store: getState(), specAction)
    }
    do throws(ActionError) {
      if let condition = middleware.condition {
        var frame = frame()
        guard try condition.holds(&frame, probe) else {
          if runtime.mayGoOn() { next(action) }
          return
        }
      }
      for step in middleware.steps {
        if case .next(nil, _, let point) = step {
          probe?.note(point)
          handOn(specAction)
          continue
        }
        var frame = frame()
        switch step {
        case .next(let condition, let place, let point):
          guard try condition.holds(&frame, at: place, probe) else { break }
          probe?.note(point)
          handOn(specAction)
        case .replace(let replacement):
          if let action = try runtime.spec.action(of: replacement, &frame) {
            handOn(runtime.completed(action))
          }
        case .dispatch(let dispatched):
          if let action = try runtime.spec.action(of: dispatched, &frame), runtime.mayGoOn() {
            dispatch(runtime.prepared(action))
          }
        }
      }
      if isStopped, let stopping = middleware.stopping { probe?.note(stopping) }
    } catch {
      runtime.report(error)
    }
  }
}

extension CompiledSpec {
  /// What middleware and effects see: `store`, `action`, `actionType`.
  func frame(store state: State, _ action: SpecAction, and more: Record? = nil) -> Frame {
    var slots: ContiguousArray<Value> = [
      .record(store.record(of: state)), .record(action.payload), .string(action.name),
    ]
    if let more { slots.append(.record(more)) }
    return Frame(slots: slots, budget: Self.defaultBudget)
  }
}

extension CheckedTest {
  func holds(_ frame: inout Frame, _ probe: Probe?) throws(ActionError) -> Bool {
    do throws(EvaluationError) {
      return try isTrue(&frame, probe)
    } catch {
      throw ActionError(error, at: place)
    }
  }
}

extension CheckedGuard? {
  func holds(
    _ frame: inout Frame, at place: SourceRange, _ probe: Probe?
  ) throws(ActionError) -> Bool {
    do throws(EvaluationError) {
      return try holds(&frame, probe)
    } catch {
      throw ActionError(error, at: place)
    }
  }
}
