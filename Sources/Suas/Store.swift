import Dispatch
import Synchronization

/// Holds the state of an app and is the only one to change it.
///
/// A store may be used from any thread. It keeps neither itself alive nor a listener that was
/// removed: when the last reference to it goes, so do its reducers, middleware and listeners, and
/// the functions that middleware was given and kept do nothing any more.
public final class Store: Sendable {
  let core: Core

  init(
    reducer: CombinedReducer, state: State?, middleware: (any Middleware)?,
    notifyOn queue: DispatchQueue?
  ) {
    core = Core(
      reducer: reducer, over: state, middleware: middleware,
      deliveries: queue.map(Deliveries.init(on:)))
  }

  deinit { core.close() }

  /// The state at the moment of the call.
  public var state: State { core.currentState() }

  /// How many dispatches may lead to one another before the next one is refused; 64 unless set.
  public var maxDispatchDepth: Int {
    get { core.maxDispatchDepth.load(ordering: .relaxed) }
    set { core.maxDispatchDepth.store(newValue, ordering: .relaxed) }
  }

  /// Sends `action` through the middleware to the reducers and tells the listeners what changed.
  ///
  /// 1. Action listeners come first, then middleware from left to right, then the reducers in their
  ///    combined order. With the new state in place, listeners are told in the order in which they
  ///    were added; what they dispatched follows, and at last the code behind each `next`, innermost
  ///    first. All of this is done on return, unless a listener made the call.
  /// 2. Each reducer sees each action and no sub-state but its own.
  /// 3. If nothing changed, no state listener is told.
  /// 4. Called by middleware, `dispatch` runs at once, within the action under way.
  /// 5. Called by a listener, it waits: first the present round ends, then waiting actions run one
  ///    by one, in the order of arrival, each to its end. So every listener sees every state once
  ///    and in order.
  /// 6. Called by a reducer, it is a precondition failure, as is any other use of the store there.
  /// 7. Called by another thread while an action is under way, it waits for its turn; actions never
  ///    overlap, and no run loop is needed. A listener or middleware that waits for another thread,
  ///    which in turn waits for its dispatch to return, therefore waits for ever.
  /// 8. `next` may be called again, which sends the action down again, or later and from any thread,
  ///    when it waits as `dispatch` does.
  /// 9. A chain in which more than ``maxDispatchDepth`` dispatches led to one another is refused with
  ///    the code `dispatch-depth-exceeded`, whether they ran at once or waited.
  /// 10. If a reducer refuses the action, nothing that any reducer made of it is kept, no state
  ///     listener is told, and error listeners are; with none added, swift-log is. What a nested
  ///     action did before that stays.
  public func dispatch(action: any Action) {
    // Not thrown away, which would be to let go of it every time.
    if let refusal = core.dispatch(action) { withExtendedLifetime(refusal) {} }
  }

  /// Dispatches `action` and throws if it is refused.
  ///
  /// Error listeners are told as well, swift-log is not. Performed by a listener, the action waits as
  /// a dispatched one does, and only error listeners or swift-log are told of its refusal.
  public func perform(_ action: any Action) throws(ActionError) {
    if let refusal = core.dispatch(action, isPerformed: true) { throw refusal.error }
  }

  /// Calls `observer` once for each action that reached the reducers, or was refused before them,
  /// before listeners are told.
  package func observe(_ observer: @escaping (Reduction) -> Void) {
    core.observe(observer)
  }
}
