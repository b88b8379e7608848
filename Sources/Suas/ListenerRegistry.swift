import Locking
internal import Values

/// The listeners of a store, which can be added and removed on any thread.
///
/// Subscriptions hold it instead of the store's core: a weak reference to the core would slow down
/// every dispatch.
final class ListenerRegistry {
  /// Guards all properties here and, together with the turn, the store's state.
  private let mutex = Lock()

  /// The thread on which reducers are running; zero if none are.
  let reducingThread = Atomic<UInt>(0)

  let hasActionListeners = Atomic<Bool>(false)

  /// True during a round over the state listeners, which does not retain their entries.
  private let isInRound = Atomic<Bool>(false)
  /// True if `replaced` is not empty.
  private let hasReplaced = Atomic<Bool>(false)

  // Guarded by `mutex`.
  @exclusivity(unchecked) private var stateListeners = ListenerList<StateListener>()
  /// The entries that the last round visits.
  @exclusivity(unchecked) private var lastRound = StateEntries().borrowed
  /// Entries that were replaced during a round and must stay alive until its end.
  @exclusivity(unchecked) private var replaced: [StateEntries] = []
  @exclusivity(unchecked) var actionListeners = ListenerList<CallbackListener<any Action>>()
  @exclusivity(unchecked) var errorListeners = ListenerList<CallbackListener<ActionError>>()
  @exclusivity(unchecked) private(set) var oldWanted: OldWanted

  /// The old values that are needed even without any listener.
  private let leastOldWanted: OldWanted

  /// Set until the store is gone.
  // Not counted: its store closes this before it goes.
  private var uncountedCore: UnretainedReference<Core>?
  private var core: Core? { uncountedCore?.object }

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
    uncountedCore = UnretainedReference(core)
    updateOldWanted()
  }

  /// Releases all listeners and accepts no more.
  func close() {
    _ = change { registry in
      let old = (
        registry.changeStateListeners { exchange(&$0, with: ListenerList()) },
        registry.actionListeners, registry.errorListeners
      )
      registry.uncountedCore = nil
      registry.actionListeners = ListenerList()
      registry.errorListeners = ListenerList()
      return old
    }
  }

  func add(_ listener: StateListener) {
    lock()
    guard let core else { return unlock() }
    let state = core.state
    let target = listener.target(in: state.layout)
    changeStateListeners { $0.add(listener, target: target) }
    if listener.readsOld { oldWanted.add(target) }
    unlock()
    dropReplaced()
    listener.reportMisfit(with: state, of: core.parts.first { $0.stateKey == listener.key })
  }

  func remove(_ listener: StateListener) {
    _ = change { registry in
      let removed = registry.changeStateListeners { $0.remove(listener) }
      if listener.readsOld { registry.updateOldWanted() }
      return removed
    }
  }

  func link(_ listener: StateListener, to object: AnyObject) {
    change { $0.changeStateListeners { $0.link(listener, to: Lifeline(object)) } }
  }

  // MARK: Rounds

  /// The state listeners, which other threads may add and remove at any moment. Requires `mutex`.
  var stateEntries: StateEntries { stateListeners.entries }

  /// Begins a round over the state listeners: their entries stay in place until it ends. There is
  /// at most one round at a time. Requires `mutex`.
  @inline(__always)
  func beginRound() -> StateRound {
    isInRound.store(true, ordering: .relaxed)
    let round = stateListeners.entries.borrowed
    lastRound = round
    return round
  }

  /// Returns the entries of the current round, for iteration after its end.
  func entriesOfRound() -> StateEntries {
    mutex.lock()
    defer { mutex.unlock() }
    if isRoundOver(stateListeners.entries) { return stateListeners.entries }
    return replaced.first(where: isRoundOver) ?? []
  }

  /// Returns true if the last round iterates over these entries.
  private func isRoundOver(_ entries: StateEntries) -> Bool {
    lastRound.isSame(as: entries.borrowed)
  }

  @inline(__always)
  func endRound() {
    isInRound.store(false, ordering: .releasing)
    if hasReplaced.load(ordering: .relaxed) { dropReplaced() }
  }

  /// Releases the entries that were kept alive for a round that is over.
  ///
  /// Called after a round has ended and the turn was released, and after the listeners were changed
  /// during a round and the lock was released. Whichever call comes last sees the other's stores,
  /// since a release is not reordered after the check that follows it.
  @inline(__always)
  func dropReplaced() {
    if hasReplaced.load(ordering: .sequentiallyConsistent) { dropAllReplaced() }
  }

  @inline(never)
  private func dropAllReplaced() {
    mutex.lock()
    var dropped: [StateEntries] = []
    if !isInRound.load(ordering: .sequentiallyConsistent) {
      swap(&dropped, &replaced)
      hasReplaced.store(false, ordering: .relaxed)
    }
    mutex.unlock()
    withExtendedLifetime(dropped) {}
  }

  /// Changes the state listeners. The first change during a round keeps the entries that the round
  /// iterates over.
  private func changeStateListeners<Result>(
    _ change: (inout ListenerList<StateListener>) -> Result
  ) -> Result {
    if isInRound.load(ordering: .acquiring), isRoundOver(stateListeners.entries) {
      replaced.append(stateListeners.entries)
      hasReplaced.store(true, ordering: .sequentiallyConsistent)
    }
    return change(&stateListeners)
  }

  /// Notifies one listener of the current state, bypassing its filter.
  func inform(_ listener: StateListener) {
    lock()
    let core = core
    unlock()
    core?.inform(listener)
  }

  /// Removes the orphaned listeners, whose linked objects are gone.
  func removeOrphans() {
    _ = change { registry in
      let orphans = (
        registry.changeStateListeners { $0.removeOrphans() },
        registry.actionListeners.removeOrphans(), registry.errorListeners.removeOrphans()
      )
      registry.updateOldWanted()
      return orphans
    }
  }

  /// Updates the listeners' slots after a change of the state's layout. Requires `mutex`.
  func retarget(to layout: StateLayout) {
    changeStateListeners { $0.retarget { $0.target(in: layout) } }
    updateOldWanted()
  }

  /// Changes the lists; `change` returns the listeners that it removed.
  ///
  /// They are released after the lock: each may be the last reference to a listener, and
  /// deinitializers of captured objects may call the store.
  func change<Removed>(_ change: (ListenerRegistry) -> Removed) -> Removed {
    lock()
    let removed = change(self)
    hasActionListeners.store(!actionListeners.entries.isEmpty, ordering: .relaxed)
    unlock()
    dropReplaced()
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

// The comments above the properties name the locks that guard them; the callbacks in the lists run
// only in turns.
extension ListenerRegistry: @unchecked Sendable {}

extension StateListener {
  func target(in layout: StateLayout) -> ListenerTarget {
    guard let key else { return isMain ? .mainEverything : .everything }
    guard let slot = layout.slot(of: key) else { return .nothing }
    return isMain ? .mainSlot(slot) : .slot(slot)
  }
}
