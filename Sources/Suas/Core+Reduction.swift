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
    let round = registry.beginRound()
    registry.unlock()
    if observer != nil { tellObserver(action, refusal) }
    debug(action, hasChanges: changes.hasAny)
    if let refusal { refuse(refusal) }
    if changes.hasAny {
      if !round.isEmpty { tell(round) }
      changes.clear()
    }
    registry.endRound()
    phase = .middleware
  }

  @inline(never)
  private func tellObserver(_ action: any Action, _ refusal: Refusal?) {
    guard let observer else { return }
    let keys = state.keys.indices.filter { changes.isChanged($0) }.map { state.keys[$0] }
    observer.observe(
      Reduction(
        action: action, changedKeys: keys, depth: frame?.pointee.cause?.depth ?? 0,
        error: refusal?.error))
  }

  private func reduceState(_ action: any Action) -> Refusal? {
    defer { readings.clear() }
    do throws(ActionError) {
      try readings.read(action)
    } catch {
      return Refusal(error)
    }
    if registry.oldWanted.asWhole { changes.oldState = state }
    if let refusal = runParts(action) { return refusal }
    if changes.hasAny, validations.isEmpty { return nil }
    do throws(ActionError) {
      if !changes.hasAny { try readings.refuseIfUnknown(action) }
      for validation in validations {
        try validation.judge(
          old: changes.oldState, new: state,
          action: readings.reading(of: action, by: validation.reader), handled: changes.hasAny)
      }
    } catch {
      putBack()
      return Refusal(error)
    }
    if !changes.hasAny { changes.clear() }
    return nil
  }

  // A part works in the slot itself, where its sub-state is not shared unless an old state is kept:
  // nobody reads the state meanwhile, because the registry is locked.
  private func runParts(_ action: any Action) -> Refusal? {
    let values = state.changingValues()
    for index in readings.route {
      let slot = readings.slots[index]
      let keepsOld = registry.oldWanted.inSlot[slot]
      if keepsOld { changes.keep(values[slot], in: slot) }
      var refusal: Refusal?
      let hasChanged = links.call(slot) { link in
        readings.isEmpty
          ? link.reduce(values + slot, action, &refusal)
          : link.reduce(values + slot, readings.reading(of: action, inSlot: slot), &refusal)
      }
      if let refusal {
        changes.markChanged(slot)
        putBack()
        return refusal
      }
      if hasChanged {
        changes.markChanged(slot)
      } else if keepsOld {
        changes.keep(nil, in: slot)
      }
    }
    return nil
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
