/// What an action or a reset changed, slot by slot; a store has one and uses it again and again.
final class Changes {
  @exclusivity(unchecked) private(set) var hasAny = false

  /// What was before, if somebody wants it as a whole.
  @exclusivity(unchecked) var oldState: State?

  /// By slot, the generation that last changed it; with each use another one begins.
  ///
  /// Not an array, which would ask with every change whether somebody else holds it.
  @exclusivity(unchecked) private var generations: UnsafeMutableBufferPointer<Int>
  @exclusivity(unchecked) private var generation = 1

  /// What was in a slot, where somebody wants it.
  @exclusivity(unchecked) private var oldValues: ContiguousArray<Any?>
  @exclusivity(unchecked) private var hasOldValues = false

  init(slots: Int) {
    generations = Self.generations(slots)
    oldValues = ContiguousArray(repeating: nil, count: slots)
  }

  deinit { generations.deallocate() }

  private static func generations(_ slots: Int) -> UnsafeMutableBufferPointer<Int> {
    let made = UnsafeMutableBufferPointer<Int>.allocate(capacity: slots)
    made.initialize(repeating: 0)
    return made
  }

  /// A copy that keeps what it has when the original is used again.
  init(copying changes: Changes) {
    hasAny = changes.hasAny
    oldState = changes.oldState
    generations = .allocate(capacity: changes.generations.count)
    _ = generations.initialize(fromContentsOf: changes.generations)
    generation = changes.generation
    oldValues = changes.oldValues
    hasOldValues = changes.hasOldValues
  }

  func isChanged(_ slot: Int) -> Bool {
    precondition(slot < generations.count)
    return generations[slot] == generation
  }

  func markChanged(_ slot: Int) {
    precondition(slot < generations.count)
    generations[slot] = generation
    hasAny = true
  }

  func oldValue(in slot: Int) -> Any? {
    hasOldValues ? oldValues[slot] : nil
  }

  func keep(_ value: Any?, in slot: Int) {
    oldValues[slot] = value
    hasOldValues = true
  }

  /// Lets go of everything old, so that the next reducer may find its sub-state unshared.
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
    generations.deallocate()
    generations = Self.generations(slots)
    oldValues = ContiguousArray(repeating: nil, count: slots)
  }
}

/// What of the old state is kept while reducers run.
struct OldWanted {
  /// Whether a filter compares whole states, or a validation.
  private(set) var asWhole = false

  /// Whether a filter compares the sub-state in a slot, or it has to be put back after a refusal.
  private(set) var inSlot: ContiguousArray<Bool>

  /// Whether any of them is wanted.
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

  /// Wants what one more filter compares.
  mutating func add(_ target: ListenerTarget) {
    switch target {
    case .everything: asWhole = true
    case .slot(let slot):
      inSlot[slot] = true
      hasSlots = true
    case .nothing: break
    }
  }

  /// What is wanted by those who may refuse an action.
  init(by reducer: CombinedReducer) {
    asWhole = reducer.validations.contains { $0.readsOld }
    let canRefuse = !reducer.validations.isEmpty || reducer.parts.contains { $0.canRefuse }
    inSlot = ContiguousArray(reducer.parts.map { canRefuse && !$0.canRollBack })
    hasSlots = inSlot.contains(true)
  }
}
