import Dispatch
import Locking

/// A container for the state of an app, which only the store itself changes.
///
/// A store may be used from any thread. It retains neither itself nor a listener that was removed.
/// As soon as the last reference to it is released, its reducers, middleware and listeners are
/// released too, and the functions that middleware was given and kept have no effect any more.
public final class Store: Sendable {
  let core: Core

  init(
    reducer: sending CombinedReducer, over state: State?,
    middleware: sending (any Middleware)?, notifyOn queue: DispatchQueue?,
    validate: ValidationFunction?
  ) {
    var reducer = reducer
    if let validate { reducer = reducer.adding(Validation(validate)) }
    core = Core(
      reducer: reducer, over: state,
      middleware: middleware, deliveries: queue.map(Deliveries.init(on:)))
  }

  deinit { core.close() }

  /// The state at the moment of the call.
  public var state: State { core.currentState() }

  /// The number of dispatches that may lead to one another before the next one is refused; by
  /// default 64.
  public var maxDispatchDepth: Int {
    get { core.maxDispatchDepth.load(ordering: .relaxed) }
    set { core.maxDispatchDepth.store(newValue, ordering: .relaxed) }
  }

  /// Sends `action` through the middleware to the reducers and notifies the listeners of changes.
  ///
  /// 1. Action listeners come first, then middleware from left to right, then the reducers in their
  ///    combined order. With the new state in place, state listeners are called in the order in
  ///    which they were added. The actions that they dispatched follow, and finally the code after
  ///    each call of `next`, innermost first. All of this is done on return, unless a listener made
  ///    the call.
  /// 2. Each reducer sees each action, and only its own sub-state.
  /// 3. If nothing changed, no state listener is called.
  /// 4. Called by middleware, `dispatch` runs at once, within the current action.
  /// 5. Called by a listener, it is deferred: first the current round ends, then deferred actions
  ///    run one by one, in the order of arrival, each to its end. So every listener sees every
  ///    state once and in order.
  /// 6. Called by a reducer, it is a precondition failure, as is any other use of the store there.
  /// 7. Called by another thread while an action is in progress, it waits for its turn; actions
  ///    never overlap, and no run loop is needed. A listener or middleware that waits for another
  ///    thread, which in turn waits for its dispatch to return, therefore waits for ever.
  /// 8. `next` may be called again, which sends the action down again; it may also be called later
  ///    and from any thread, and then waits as `dispatch` does.
  /// 9. A chain in which more than ``maxDispatchDepth`` dispatches led to one another is refused
  ///    with the code `dispatch-depth-exceeded`, whether they ran at once or were deferred.
  /// 10. If a reducer refuses the action, the changes of all reducers are discarded, no state
  ///     listener is called, and error listeners are; if there are none, the error is logged with
  ///     swift-log. The changes of a nested action before that are kept.
  public func dispatch(action: any Action) {
    // The result is not discarded with `_`, because that would emit a release for every dispatch.
    if let refusal = core.dispatch(action) { withExtendedLifetime(refusal) {} }
  }

  /// Dispatches `action` and throws if it is refused.
  ///
  /// Error listeners are notified as well; nothing is logged. If a listener calls this, the action
  /// is deferred as a dispatched one is, and its refusal is reported only to error listeners or
  /// swift-log.
  public func perform(_ action: any Action) throws(ActionError) {
    if let refusal = core.dispatch(action, isPerformed: true) { throw refusal.error }
  }

  /// Calls `reduced` once for each action that reached the reducers, or was refused before them,
  /// before listeners are called.
  package func observe(_ reduced: @escaping (Reduction) -> Void) {
    add(StoreObserver(reduced: reduced))
  }

  package func add(_ observer: StoreObserver) { core.add(observer) }

  package func remove(_ observer: StoreObserver) { core.remove(observer) }

  package func add(_ watch: ChangeWatch) { core.add(watch) }

  package func remove(_ watch: ChangeWatch) { core.remove(watch) }

  package func note(_ watch: ChangeWatch) { core.note(watch) }

  package func end(_ watch: ChangeWatch) { core.end(watch) }
}
