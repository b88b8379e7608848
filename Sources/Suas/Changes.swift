/// What an action or a reset changed, slot by slot; the storage is used again and again.
struct Changes {
  private(set) var hasAny = false
  private(set) var isChanged: ContiguousArray<Bool>

  /// What was in a slot, where somebody wants it.
  var oldValues: ContiguousArray<Any?>

  /// What was before, if somebody wants it as a whole.
  var oldState: State?

  init(slots: Int) {
    isChanged = ContiguousArray(repeating: false, count: slots)
    oldValues = ContiguousArray(repeating: nil, count: slots)
  }

  mutating func markChanged(_ slot: Int) {
    isChanged[slot] = true
    hasAny = true
  }

  /// Lets go of everything old, so that the next reducer may find its sub-state unshared.
  mutating func clear() {
    hasAny = false
    for slot in isChanged.indices where isChanged[slot] {
      isChanged[slot] = false
      oldValues[slot] = nil
    }
    oldState = nil
  }
}

/// What of the old state the listeners' filters compare with.
struct OldWanted {
  private(set) var asWhole = false
  private(set) var inSlot: ContiguousArray<Bool> = []

  init() {}

  init(by entries: ContiguousArray<ListenerList<StateListener>.Entry>, slots: Int) {
    inSlot = ContiguousArray(repeating: false, count: slots)
    for entry in entries where entry.listener.readsOld {
      switch entry.target {
      case .everything: asWhole = true
      case .slot(let slot): inSlot[slot] = true
      case .nothing: break
      }
    }
  }
}
