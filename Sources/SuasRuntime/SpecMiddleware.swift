import CEL
import Suas
import SuasEngine
import SuasProgram
import YAML

/// A middleware that a spec declares.
struct SpecMiddleware: Middleware {
  private let middleware: PlannedMiddleware.Declared
  private let runtime: SpecRuntime

  init(_ middleware: PlannedMiddleware.Declared, _ runtime: SpecRuntime) {
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
    let trace = probe?.trace
    trace?.enter(.middleware(middleware.name))
    defer { trace?.leave() }
    var isStopped = true
    func handOn(_ action: SpecAction) {
      guard runtime.mayGoOn() else { return }
      isStopped = false
      trace?.note(.handedOn)
      // In the trace, the consequences of the action are not nested in the middleware.
      trace?.leave()
      next(action)
      trace?.resume()
    }
    /// Reads the store anew for each step, which thus sees the changes of earlier steps.
    func frame() -> Frame {
      runtime.frame(store: getState(), specAction)
    }
    do throws(ActionError) {
      if let condition = middleware.condition {
        var frame = frame()
        guard try condition.holds(&frame, probe) else { return handOn(specAction) }
      }
      for step in middleware.steps {
        if !isStopped {
          trace?.leave()
          trace?.enter(.middleware(middleware.name))
        }
        var handedOn: SpecAction?
        switch step {
        case .next(nil, _, let point):
          probe?.note(point)
          handedOn = specAction
        case .next(let condition, let place, let point):
          probe?.tries(point)
          defer { trace?.leave() }
          var frame = frame()
          guard try condition.holds(&frame, at: place, probe) else { break }
          probe?.note(point)
          handedOn = specAction
        case .replace(let replacement):
          var frame = frame()
          guard let action = try runtime.spec.action(of: replacement, &frame) else { break }
          handedOn = runtime.completed(action)
          if let handedOn { trace?.note(.replaced(handedOn)) }
        case .dispatch(let dispatched):
          var frame = frame()
          if let action = try runtime.spec.action(of: dispatched, &frame), runtime.mayGoOn() {
            dispatch(runtime.prepared(action))
          }
        }
        guard let handedOn else { continue }
        probe?.note(middleware.point)
        handOn(handedOn)
      }
      guard isStopped else { return }
      if let stopping = middleware.stopping { probe?.note(stopping) }
      probe?.trace?.note(.stopped)
    } catch {
      runtime.report(error)
    }
  }
}

extension SpecRuntime {
  /// The values that middleware and effects can read: `store`, `action`, `actionType`.
  func frame(store state: State, _ action: SpecAction, and more: Record? = nil) -> Frame {
    var slots: ContiguousArray<Value> = [
      .record(spec.store.record(of: state)), .record(action.payload), .string(action.name),
    ]
    if let more { slots.append(.record(more)) }
    return frame(slots)
  }

  /// A frame for one evaluation, in which expressions can read the clock.
  func frame(_ slots: ContiguousArray<Value>) -> Frame {
    var frame = Frame(slots: slots, budget: spec.limits.cost)
    frame.host = self
    return frame
  }
}

extension PlannedTest {
  func holds(_ frame: inout Frame, _ probe: Probe?) throws(ActionError) -> Bool {
    do throws(EvaluationError) {
      return try isTrue(&frame, probe)
    } catch {
      throw ActionError(error, at: place)
    }
  }
}

extension PlannedGuard? {
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
