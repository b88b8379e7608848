import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram

/// Promises at rest: they are judged whenever everything that an outside event led to is done.
extension SpecRuntime {
  /// The numbers of effects under way, including those that wait, without superseded ones.
  package var pending: Record { spec.checked.pending.record(effects.withLock(\.counts)) }

  /// Does some work that came from outside, and judges the promises at rest unless it is part of
  /// other such work.
  package func untilRest(_ work: () -> Void) {
    guard judgesAtRest else { return work() }
    unfinished.add(1, ordering: .sequentiallyConsistent)
    work()
    unfinished.subtract(1, ordering: .sequentiallyConsistent)
    if isAtRest { judgeRest() }
  }

  private var isAtRest: Bool { unfinished.load(ordering: .sequentiallyConsistent) == 0 }

  private func judgeRest() {
    guard let store = attachedStore else { return }
    store.inTurn {
      // An effect that goes on elsewhere has its judgement to come.
      guard isAtRest else { return }
      let pending = pending
      guard isAtRest else { return }
      let state = spec.store.record(of: store.state)
      for error in spec.brokenAtRest(state, pending) {
        for observer in observers { observer.brokeAtRest?(error, state, pending) }
        report(error)
      }
    }
  }
}

/// The first middleware of a spec with promises at rest, which are judged when all that an action
/// led to is done.
struct RestingMiddleware: Middleware {
  private let runtime: SpecRuntime

  init(_ runtime: SpecRuntime) { self.runtime = runtime }

  func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    runtime.untilRest { next(action) }
  }
}
