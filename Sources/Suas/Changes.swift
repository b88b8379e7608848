internal import Values

/// The changes by an action or a reset, slot by slot; a store has one instance, which it reuses.
final class Changes {
  @exclusivity(unchecked) private(set) var hasAny = false

  /// The state before the changes, if anybody needs it as a whole.
  @exclusivity(unchecked) var oldState: Store.State?

  /// By slot, the generation that last changed it; with each use another one begins.
  ///
  /// It is not an array, which would check at every change that nobody else holds it.
  @exclusivity(unchecked) private var generations: RigidArray<Int>
  @exclusivity(unchecked) private var generation = 1

  /// By slot, the change by its part; valid only for slots that the present generation changed.
  @exclusivity(unchecked) private var changes: RigidArray<PartChange?>

  /// The old values of slots, where anybody needs them.
  @exclusivity(unchecked) private var oldValues: ContiguousArray<Any?>
  @exclusivity(unchecked) private(set) var hasOldValues = false

  init(slots: Int) {
    generations = RigidArray(repeating: 0, count: slots)
    changes = RigidArray(repeating: nil, count: slots)
    oldValues = ContiguousArray(repeating: nil, count: slots)
  }

  /// Makes a copy that stays the same when the original is reused. It cannot undo the changes.
  init(copying changes: Changes) {
    hasAny = changes.hasAny
    oldState = changes.oldState
    generations = RigidArray(copying: changes.generations)
    self.changes = RigidArray(repeating: nil, count: generations.count)
    generation = changes.generation
    oldValues = changes.oldValues
    hasOldValues = changes.hasOldValues
  }

  func isChanged(_ slot: Int) -> Bool {
    generations[slot] == generation
  }

  func markChanged(_ slot: Int, by change: PartChange? = nil) {
    generations[slot] = generation
    changes[slot] = change
    hasAny = true
  }

  /// The change of a slot that its part undoes itself; `nil` for all others.
  func change(in slot: Int) -> PartChange? { isChanged(slot) ? changes[slot] : nil }

  func oldValue(in slot: Int) -> Any? {
    hasOldValues ? oldValues[slot] : nil
  }

  func keep(_ value: Any?, in slot: Int) {
    oldValues[slot] = value
    hasOldValues = true
  }

  /// Releases all old values, so that the next reducer may find its sub-state unshared.
  @inline(__always)
  func clear() {
    hasAny = false
    generation += 1
    if hasOldValues {
      for slot in oldValues.indices { oldValues[slot] = nil }
      hasOldValues = false
    }
    if oldState != nil { oldState = nil }
  }

  /// Makes room for a state with another layout.
  func resize(to slots: Int) {
    clear()
    generations = RigidArray(repeating: 0, count: slots)
    changes = RigidArray(repeating: nil, count: slots)
    oldValues = ContiguousArray(repeating: nil, count: slots)
  }
}

/// The parts of the old state that are kept while reducers run.
struct OldWanted {
  /// True if a filter or a validation compares whole states.
  private(set) var asWhole = false

  /// By slot, true if a filter compares its sub-state.
  private(set) var inSlot: ContiguousArray<Bool>

  /// True if any slot is wanted.
  private(set) var hasSlots: Bool

  init(
    by entries: ContiguousArray<ListenerList<StateListener>.Entry>, atLeast least: OldWanted,
    slots: Int
  ) {
    self = least
    inSlot += Array(repeating: false, count: slots - inSlot.count)
    hasSlots = inSlot.contains(true)
    for entry in entries where entry.listener.readsOld { add(entry.target) }
  }

  /// Adds the values that one more filter compares.
  mutating func add(_ target: ListenerTarget) {
    switch target {
    case .everything, .mainEverything: asWhole = true
    case .slot(let slot), .mainSlot(let slot):
      inSlot[slot] = true
      hasSlots = true
    case .nothing: break
    }
  }

  /// Makes the set of values that are needed without any listener.
  init(by reducer: CombinedReducer) {
    asWhole = reducer.validations.contains { $0.readsOld }
    inSlot = ContiguousArray(repeating: false, count: reducer.parts.count)
    hasSlots = false
  }
}
