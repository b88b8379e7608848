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
  @exclusivity(unchecked) private(set) var oldWanted: OldWanted

  /// What is wanted even without any listener.
  private let leastOldWanted: OldWanted

  /// Set until the store is gone.
  private unowned(unsafe) var core: Core?

  init(oldWanted: OldWanted) {
    leastOldWanted = oldWanted
    self.oldWanted = oldWanted
  }

  func lock() {
    let reducing = reducingThread.load(ordering: .relaxed)
    precondition(
      reducing == 0 || reducing != currentThread(),
      "a reducer called its store: a reducer only uses what it is given")
    mutex.lock()
  }

  func unlock() { mutex.unlock() }

  func open(for core: Core) {
    self.core = core
    updateOldWanted()
  }

  /// Lets go of all listeners and takes no more.
  func close() {
    _ = change { registry in
      let old = (registry.stateListeners, registry.actionListeners, registry.errorListeners)
      registry.core = nil
      registry.stateListeners = ListenerList()
      registry.actionListeners = ListenerList()
      registry.errorListeners = ListenerList()
      return old
    }
  }

  func add(_ listener: StateListener) {
    lock()
    guard let core else { return unlock() }
    let state = core.state
    stateListeners.add(listener, target: listener.target(in: state.layout))
    if listener.readsOld { updateOldWanted() }
    unlock()
    listener.reportMisfit(with: state, of: core.parts.first { $0.stateKey == listener.key })
  }

  func remove(_ listener: StateListener) {
    _ = change { registry in
      let removed = registry.stateListeners.remove(listener)
      if listener.readsOld { registry.updateOldWanted() }
      return removed
    }
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
    _ = change { registry in
      let orphans = (
        registry.stateListeners.removeOrphans(), registry.actionListeners.removeOrphans(),
        registry.errorListeners.removeOrphans()
      )
      registry.updateOldWanted()
      return orphans
    }
  }

  /// Finds the slots again in a state whose layout changed; `mutex` is held.
  func retarget(to layout: StateLayout) {
    stateListeners.retarget { $0.target(in: layout) }
    updateOldWanted()
  }

  /// Changes the lists; `change` answers what it removed.
  ///
  /// That is let go of after the lock: it may be the last reference to a listener, and what that
  /// captured may call the store on its way out.
  func change<Removed>(_ change: (ListenerRegistry) -> Removed) -> Removed {
    lock()
    defer { unlock() }
    let removed = change(self)
    hasActionListeners.store(!actionListeners.entries.isEmpty, ordering: .relaxed)
    return removed
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

  private func updateOldWanted() {
    guard let core else { return }
    oldWanted = OldWanted(
      by: stateListeners.entries, atLeast: leastOldWanted, slots: core.state.values.count)
  }
}

// The comments above the properties say what guards them; the lists hold what runs in turns only.
extension ListenerRegistry: @unchecked Sendable {}

extension StateListener {
  func target(in layout: StateLayout) -> ListenerTarget {
    guard let key else { return .everything }
    return layout.slot(of: key).map(ListenerTarget.slot) ?? .nothing
  }
}
