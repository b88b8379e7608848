import Locking
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

  /// Whether a round goes over the entries of the state listeners, of which it holds none.
  private let isInRound = Atomic<Bool>(false)
  /// Whether there is anything in `replaced`.
  private let hasReplaced = Atomic<Bool>(false)

  // Guarded by `mutex`.
  @exclusivity(unchecked) private var stateListeners = ListenerList<StateListener>()
  /// Where the entries are that the last round goes over.
  @exclusivity(unchecked) private var roundBase: UnsafePointer<StateEntries.Element>?
  /// Entries that were replaced in a round, which is not to lose them.
  @exclusivity(unchecked) private var replaced: [StateEntries] = []
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
      let old = (
        registry.changeStateListeners { exchange(&$0, with: ListenerList()) },
        registry.actionListeners, registry.errorListeners
      )
      registry.core = nil
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

  /// The state listeners, which may be added and removed by others at any moment; `mutex` is held.
  var stateEntries: StateEntries { stateListeners.entries }

  /// Begins a round over the state listeners: their entries stay where they are until it ends. There
  /// is one at a time; `mutex` is held.
  @inline(__always)
  func beginRound() -> StateRound {
    isInRound.store(true, ordering: .relaxed)
    let round = stateListeners.entries.round
    roundBase = round.baseAddress
    return round
  }

  /// The entries of the round under way, for who goes over them when it is over.
  func entriesOfRound() -> StateEntries {
    mutex.lock()
    defer { mutex.unlock() }
    if isRoundOver(stateListeners.entries) { return stateListeners.entries }
    return replaced.first(where: isRoundOver) ?? []
  }

  /// Whether the last round goes over these entries.
  private func isRoundOver(_ entries: StateEntries) -> Bool {
    entries.round.baseAddress == roundBase
  }

  @inline(__always)
  func endRound() {
    isInRound.store(false, ordering: .releasing)
    if hasReplaced.load(ordering: .relaxed) { dropReplaced() }
  }

  /// Lets go of what a round that is over was not to lose.
  ///
  /// Asked for by those who ended a round, after they gave the turn back, and by those who changed
  /// the listeners in one, after they gave the lock back: whoever is last sees what the other did,
  /// since giving back is not put off behind what is asked afterwards.
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

  /// Changes the state listeners; what a round that is under way goes over is kept, by the first of
  /// the changes in it.
  private func changeStateListeners<Result>(
    _ change: (inout ListenerList<StateListener>) -> Result
  ) -> Result {
    if isInRound.load(ordering: .acquiring), isRoundOver(stateListeners.entries) {
      replaced.append(stateListeners.entries)
      hasReplaced.store(true, ordering: .sequentiallyConsistent)
    }
    return change(&stateListeners)
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
        registry.changeStateListeners { $0.removeOrphans() },
        registry.actionListeners.removeOrphans(), registry.errorListeners.removeOrphans()
      )
      registry.updateOldWanted()
      return orphans
    }
  }

  /// Finds the slots again in a state whose layout changed; `mutex` is held.
  func retarget(to layout: StateLayout) {
    changeStateListeners { $0.retarget { $0.target(in: layout) } }
    updateOldWanted()
  }

  /// Changes the lists; `change` answers what it removed.
  ///
  /// That is let go of after the lock: it may be the last reference to a listener, and what that
  /// captured may call the store on its way out.
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

// The comments above the properties say what guards them; the lists hold what runs in turns only.
extension ListenerRegistry: @unchecked Sendable {}

extension StateEntries {
  /// The entries where they lie, as long as somebody holds them.
  @inline(__always)
  fileprivate var round: StateRound { withUnsafeBufferPointer { $0 } }
}

extension StateListener {
  func target(in layout: StateLayout) -> ListenerTarget {
    guard let key else { return .everything }
    return layout.slot(of: key).map(ListenerTarget.slot) ?? .nothing
  }
}
