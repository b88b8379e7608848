import Dispatch
import Synchronization

/// Holds the state of an app and is the only one to change it.
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

  /// How many dispatches may follow from one another before the next one is refused; 64 unless set.
  public var maxDispatchDepth: Int {
    get { core.maxDispatchDepth.load(ordering: .relaxed) }
    set { core.maxDispatchDepth.store(newValue, ordering: .relaxed) }
  }

  /// Sends `action` through the middleware to the reducers and tells the listeners what changed.
  public func dispatch(action: any Action) {
    _ = core.dispatch(action)
  }

  /// Dispatches `action` and throws if it is refused.
  ///
  /// Error listeners are told as well. Performed by a listener, the action waits as a dispatched one
  /// does, and only error listeners are told of its refusal.
  public func perform(_ action: any Action) throws(ActionError) {
    if let refusal = core.dispatch(action, isPerformed: true) { throw refusal.error }
  }

  /// Calls `observer` once for each action that reached the reducers, before listeners are told.
  package func observe(_ observer: @escaping (Reduction) -> Void) {
    core.observe(observer)
  }
}
