import CEL
import Suas
import SuasEngine
import SuasProgram
import YAML

/// A middleware that a spec declares.
struct SpecMiddleware: RefusalWatcher {
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
    handOn next: @escaping HandOnFunction
  ) {
    guard let specAction = action as? SpecAction, runtime.spec.declares(specAction),
      middleware.actions?.contains(specAction.type.id) ?? true
    else {
      _ = next(action)
      return
    }
    let probe = runtime.spec.probe
    let trace = probe?.trace
    trace?.enter(.middleware(middleware.name))
    defer { trace?.leave() }
    var isStopped = true
    /// Returns the error if the action is refused.
    func handOn(_ action: SpecAction) -> ActionError? {
      guard runtime.mayGoOn() else { return nil }
      isStopped = false
      trace?.note(.handedOn)
      // In the trace, the consequences of the action are not nested in the middleware.
      trace?.leave()
      defer { trace?.resume() }
      return next(action)
    }
    /// Shows later steps apart from the consequences of the action that was handed on.
    func separate() {
      guard !isStopped else { return }
      trace?.leave()
      trace?.enter(.middleware(middleware.name))
    }
    /// Reads the store anew for each step, which thus sees the changes of earlier steps.
    func frame(and error: Record? = nil) -> Frame {
      runtime.frame(store: getState(), specAction, and: error)
    }
    func react(_ step: PlannedReaction, to error: Record? = nil) throws(ActionError) {
      var frame = frame(and: error)
      guard let reaction = try runtime.spec.reaction(of: step, &frame), runtime.mayGoOn() else {
        return
      }
      runtime.perform(reaction, from: .middleware, dispatch)
    }
    do throws(ActionError) {
      if let condition = middleware.condition {
        var frame = frame()
        guard try condition.holds(&frame, probe) else {
          _ = handOn(specAction)
          return
        }
      }
      for step in middleware.steps {
        separate()
        let handedOn: SpecAction
        let onRefused: PlannedOutcome?
        switch step {
        case .next(nil, _, let point, let follow):
          probe?.note(point)
          (handedOn, onRefused) = (specAction, follow)
        case .next(let condition, let place, let point, let follow):
          probe?.tries(point)
          defer { trace?.leave() }
          var frame = frame()
          guard try condition.holds(&frame, at: place, probe) else { continue }
          probe?.note(point)
          (handedOn, onRefused) = (specAction, follow)
        case .replace(let replacement, let follow):
          var frame = frame()
          guard let action = try runtime.spec.action(of: replacement, &frame) else { continue }
          (handedOn, onRefused) = (runtime.filled(action), follow)
          trace?.note(.replaced(handedOn))
        case .react(let step):
          try react(step)
          continue
        }
        probe?.note(middleware.point)
        guard let error = handOn(handedOn) else { continue }
        // The other steps rely on the changes of the action.
        guard let onRefused else { return }
        separate()
        probe?.note(onRefused.point)
        for step in onRefused.steps { try react(step, to: error.record) }
        return
      }
      guard isStopped else { return }
      if let stopping = middleware.stopping { probe?.note(stopping) }
      probe?.trace?.note(.stopped)
    } catch {
      runtime.report(error)
    }
  }
}

extension ActionError {
  /// The error as the value of `error` in `on-refused`.
  fileprivate var record: Record {
    Record(
      RecordType.refusal(isSensitive: isSensitive).shape, [.string(code), .string(message)])
  }
}

extension SpecRuntime {
  /// The values that middleware and effects can read: `store`, `action`, `actionType`.
  func frame(store state: Store.State, _ action: SpecAction, and more: Record? = nil) -> Frame {
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
