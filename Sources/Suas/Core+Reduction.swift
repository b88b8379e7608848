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
    if let observer {
      let keys = state.keys.indices.filter { changes.isChanged($0) }.map { state.keys[$0] }
      observer.observe(Reduction(action: action, changedKeys: keys, error: refusal?.error))
    }
    debug { "\(name(of: action)): \(changes.hasAny ? "changed the state" : "changed nothing")" }
    if let refusal { refuse(refusal) }
    if changes.hasAny {
      tell(round)
      changes.clear()
    }
    phase = .middleware
  }

  private func reduceState(_ action: any Action) -> Refusal? {
    // Moved out of the state, so that a part finds its sub-state unshared and may change it in
    // place.
    var values: ContiguousArray<Any> = []
    swap(&values, &state.values)
    defer { swap(&values, &state.values) }
    if registry.oldWanted.asWhole {
      changes.oldState = State(layout: state.layout, values: values)
    }
    var slot = 0
    do throws(ActionError) {
      try runParts(on: &values, action, upTo: &slot)
      if isJudged { try judge(action, values) }
      if !changes.hasAny { changes.clear() }
      return nil
    } catch {
      if slot < parts.count { changes.markChanged(slot) }
      putBack(&values)
      return Refusal(error)
    }
  }

  private func runParts(
    on values: inout ContiguousArray<Any>, _ action: any Action, upTo slot: inout Int
  ) throws(ActionError) {
    while slot < parts.count {
      let keepsOld = registry.oldWanted.inSlot[slot]
      if keepsOld { changes.keep(values[slot], in: slot) }
      if try parts[slot].reduce(&values[slot], action: action) {
        changes.markChanged(slot)
      } else if keepsOld {
        changes.keep(nil, in: slot)
      }
      slot += 1
    }
  }

  private func judge(_ action: any Action, _ values: ContiguousArray<Any>) throws(ActionError) {
    let new = State(layout: state.layout, values: values)
    for check in checks { try check(new, action, changes.hasAny) }
    for validation in validations {
      try validation(changes.oldState!, new, action, changes.hasAny)
    }
  }

  private func putBack(_ values: inout ContiguousArray<Any>) {
    for slot in parts.indices where changes.isChanged(slot) {
      if parts[slot].canRollBack {
        parts[slot].rollBack(&values[slot])
      } else {
        values[slot] = changes.oldValue(in: slot)!
      }
    }
    changes.clear()
  }
}
