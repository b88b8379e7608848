import Synchronization

/// Holds the state of an app and is the only one to change it.
public final class Store: Sendable {
  let core: Core

  init(reducer: CombinedReducer, state: State?) {
    core = Core(reducer: reducer, over: state)
  }

  /// The state at the moment of the call.
  public var state: State { core.currentState() }

  /// How many dispatches may follow from one another before the next one is refused; 64 unless set.
  public var maxDispatchDepth: Int {
    get { core.maxDispatchDepth.load(ordering: .relaxed) }
    set { core.maxDispatchDepth.store(newValue, ordering: .relaxed) }
  }

  /// Sends `action` through the middleware to the reducers and tells the listeners what changed.
  public func dispatch(action: any Action) {
    core.dispatch(action)
  }

  /// Dispatches `action` and throws if it is refused.
  ///
  /// Error listeners are told as well. Performed by a listener, the action waits as a dispatched one
  /// does, and only error listeners are told of its refusal.
  public func perform(_ action: any Action) throws(ActionError) {
    if let error = core.dispatch(action, isPerformed: true) { throw error }
  }

  /// Adds a listener that is told of every refused action; with none, swift-log is told.
  @discardableResult
  public func addErrorListener(_ errorListener: @escaping (ActionError) -> Void)
    -> ActionSubscription
  {
    let listener = CallbackListener(errorListener)
    let subscription = ActionSubscription(
      add: { [weak core] in core?.add(listener) },
      remove: { [weak core] in core?.remove(listener) })
    subscription.addListener()
    return subscription
  }

  /// Calls `observer` once for each action that reached the reducers, before listeners are told.
  package func observe(_ observer: @escaping (Reduction) -> Void) {
    core.observer = observer
  }
}

extension Core {
  fileprivate func add(_ listener: CallbackListener<ActionError>) {
    lockContent()
    defer { contentLock.unlock() }
    errorListeners.add(listener)
  }

  fileprivate func remove(_ listener: CallbackListener<ActionError>) {
    lockContent()
    defer { contentLock.unlock() }
    errorListeners.remove(listener)
  }
}
