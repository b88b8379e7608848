import Synchronization

/// The listeners of a store, which come and go on any thread.
///
/// Subscriptions hold it and not the store's core: a weak reference to the core would slow down
/// every dispatch.
final class ListenerRegistry {
  /// Guards everything here and, with the turn, the store's state.
  private let mutex = Lock()

  /// The thread on which reducers run at the moment; zero if none do.
  let reducingThread = Atomic<UInt>(0)

  let hasActionListeners = Atomic<Bool>(false)

  // Guarded by `mutex`.
  @exclusivity(unchecked) private(set) var stateListeners = ListenerList<StateListener>()
  @exclusivity(unchecked) var actionListeners = ListenerList<CallbackListener<any Action>>()
  @exclusivity(unchecked) var errorListeners = ListenerList<CallbackListener<ActionError>>()
  @exclusivity(unchecked) fileprivate(set) var oldWanted: OldWanted

  /// What is wanted even without any listener.
  fileprivate let leastOldWanted: OldWanted

  /// Set until the store is gone.
  private unowned(unsafe) var core: Core?

  init(oldWanted: OldWanted) {
    leastOldWanted = oldWanted
    self.oldWanted = oldWanted
  }

  func lock() {
    precondition(
      reducingThread.load(ordering: .relaxed) != currentThread(),
      "a reducer called its store: a reducer only uses what it is given")
    mutex.lock()
  }

  func unlock() { mutex.unlock() }

  func open(for core: Core) {
    self.core = core
    updateOldWanted(for: core.state)
  }

  /// Lets go of all listeners and takes no more.
  func close() {
    change { registry in
      registry.core = nil
      registry.stateListeners = ListenerList()
      registry.actionListeners = ListenerList()
      registry.errorListeners = ListenerList()
    }
  }

  func add(_ listener: StateListener) {
    let state = change { registry -> State? in
      guard let core = registry.core else { return nil }
      registry.stateListeners.add(listener, target: listener.target(in: core.state.layout))
      return core.state
    }
    if let state { listener.reportMisfit(with: state) }
  }

  func remove(_ listener: StateListener) {
    change { $0.stateListeners.remove(listener) }
  }

  func link(_ listener: StateListener, to object: AnyObject) {
    change { $0.stateListeners.link(listener, to: Lifeline(object)) }
  }

  /// Tells one listener the state as it is, past its filter.
  func inform(_ listener: StateListener) {
    lock()
    let core = core
    unlock()
    core?.inform(listener)
  }

  /// Removes listeners that were not to outlive an object that is gone.
  func removeOrphans() {
    change { registry in
      registry.stateListeners.removeOrphans()
      registry.actionListeners.removeOrphans()
      registry.errorListeners.removeOrphans()
    }
  }

  /// Finds the slots again in a state whose layout changed; `mutex` is held.
  func retarget(to state: State) {
    stateListeners.retarget { $0.target(in: state.layout) }
    updateOldWanted(for: state)
  }

  func change<Result>(_ change: (ListenerRegistry) -> Result) -> Result {
    lock()
    // Kept until the lock is free: one of these may be the last reference to a listener, and what
    // that captured may call the store on its way out.
    let old = (stateListeners, actionListeners, errorListeners)
    let result = change(self)
    if let core { updateOldWanted(for: core.state) }
    hasActionListeners.store(!actionListeners.entries.isEmpty, ordering: .relaxed)
    unlock()
    withExtendedLifetime(old) {}
    return result
  }

  /// Adds `listener` to one of the lists, unless the store is gone.
  func add<Argument>(
    _ listener: CallbackListener<Argument>,
    to list: ReferenceWritableKeyPath<ListenerRegistry, ListenerList<CallbackListener<Argument>>>
  ) {
    change { registry in
      guard registry.core != nil else { return }
      registry[keyPath: list].add(listener, target: .everything)
    }
  }
}

extension ListenerRegistry {
  fileprivate func updateOldWanted(for state: State) {
    oldWanted = OldWanted(
      by: stateListeners.entries, atLeast: leastOldWanted, slots: state.values.count)
  }
}

// The comments say what guards what.
extension ListenerRegistry: @unchecked Sendable {}

extension StateListener {
  func target(in layout: StateLayout) -> ListenerTarget {
    guard let key else { return .everything }
    return layout.slot(of: key).map(ListenerTarget.slot) ?? .nothing
  }
}
