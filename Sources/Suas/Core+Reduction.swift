import Synchronization

extension Core {
  /// Runs the reducers on `action` and tells the listeners what changed; or, if it is refused, keeps
  /// nothing and tells error listeners.
  func reduce(_ action: any Action) {
    registry.lock()
    phase = .reducer
    registry.reducingThread.store(owner.load(ordering: .relaxed), ordering: .relaxed)
    let refusal = reduceState(action)
    registry.reducingThread.store(0, ordering: .relaxed)
    phase = .listener
    let round = registry.stateListeners.entries
    registry.unlock()
    if let observer { tell(observer, action, refusal) }
    debug(action, hasChanges: changes.hasAny)
    if let refusal { refuse(refusal) }
    if changes.hasAny {
      tell(round)
      changes.clear()
    }
    phase = .middleware
  }

  @inline(never)
  private func tell(_ observer: Observer, _ action: any Action, _ refusal: Refusal?) {
    let keys = state.keys.indices.filter { changes.isChanged($0) }.map { state.keys[$0] }
    observer.observe(
      Reduction(
        action: action, changedKeys: keys, depth: frame.cause?.depth ?? 0,
        error: refusal?.error))
  }

  private func reduceState(_ action: any Action) -> Refusal? {
    do throws(ActionError) {
      try readings.read(action)
    } catch {
      readings.clear()
      return Refusal(error)
    }
    defer { readings.clear() }
    if registry.oldWanted.asWhole { changes.oldState = state }
    var slot = 0
    do throws(ActionError) {
      try runParts(action, upTo: &slot)
      if !changes.hasAny { try readings.refuseIfUnknown(action) }
      for validation in validations {
        try validation.judge(
          old: changes.oldState, new: state,
          action: readings.reading(of: action, by: validation.reader), handled: changes.hasAny)
      }
      if !changes.hasAny { changes.clear() }
      return nil
    } catch {
      if slot < parts.count { changes.markChanged(slot) }
      putBack()
      return Refusal(error)
    }
  }

  // A part works in the slot itself, where its sub-state is not shared unless an old state is kept:
  // nobody reads the state meanwhile, because the registry is locked.
  private func runParts(_ action: any Action, upTo slot: inout Int) throws(ActionError) {
    while slot < parts.count {
      let keepsOld = registry.oldWanted.inSlot[slot]
      if keepsOld { changes.keep(state.values[slot], in: slot) }
      let hasChanged =
        if readings.isEmpty {
          try parts[slot].reduce(&state.values[slot], action: action)
        } else {
          try parts[slot].reduce(
            &state.values[slot], action: readings.reading(of: action, inSlot: slot))
        }
      if hasChanged {
        changes.markChanged(slot)
      } else if keepsOld {
        changes.keep(nil, in: slot)
      }
      slot += 1
    }
  }

  private func putBack() {
    for slot in parts.indices where changes.isChanged(slot) {
      if parts[slot].canRollBack {
        parts[slot].rollBack(&state.values[slot])
      } else {
        state.values[slot] = changes.oldValue(in: slot)!
      }
    }
    changes.clear()
  }
}
