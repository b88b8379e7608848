import Synchronization

extension Core {
  /// Runs the reducers on `action` and tells the listeners what changed; or, if it is refused, keeps
  /// nothing and tells error listeners.
  func reduce(_ action: any Action) {
    registry.lock()
    phase = .reducer
    registry.reducingThread.store(owner.load(ordering: .relaxed), ordering: .relaxed)
    let refusal = reduceContent(action)
    registry.reducingThread.store(0, ordering: .relaxed)
    phase = .listener
    let round = changes.hasAny ? registry.stateListeners.entries : []
    registry.unlock()
    if let observer {
      let keys = state.keys.indices.filter { changes.isChanged[$0] }.map { state.keys[$0] }
      observer.observe(Reduction(action: action, changedKeys: keys, error: refusal))
    }
    debug { "\(name(of: action)): \(changes.hasAny ? "changed the state" : "changed nothing")" }
    if let refusal { refuse(refusal) }
    if !round.isEmpty { tell(round) }
    changes.clear()
    phase = .middleware
  }

  private func reduceContent(_ action: any Action) -> ActionError? {
    // In local variables, so that a part may change its sub-state in place.
    var values: ContiguousArray<Any> = []
    var changes = Changes(slots: 0)
    swap(&values, &state.values)
    swap(&changes, &self.changes)
    defer {
      swap(&values, &state.values)
      swap(&changes, &self.changes)
    }
    if registry.oldWanted.asWhole || !validations.isEmpty {
      changes.oldState = State(layout: state.layout, values: values)
    }
    var slot = 0
    do throws(ActionError) {
      while slot < parts.count {
        let keepsOld = keepsCopies[slot] || registry.oldWanted.inSlot[slot]
        if keepsOld { changes.oldValues[slot] = values[slot] }
        if try parts[slot].reduce(&values[slot], action: action) {
          changes.markChanged(slot)
        } else if keepsOld {
          changes.oldValues[slot] = nil
        }
        slot += 1
      }
      try judge(action, values, changes)
      return nil
    } catch {
      if slot < parts.count { changes.markChanged(slot) }
      for slot in 0..<min(slot + 1, parts.count) where changes.isChanged[slot] {
        if parts[slot].canRollBack {
          parts[slot].rollBack(&values[slot])
        } else {
          values[slot] = changes.oldValues[slot]!
        }
      }
      changes.clear()
      return error
    }
  }

  private func judge(
    _ action: any Action, _ values: ContiguousArray<Any>, _ changes: Changes
  ) throws(ActionError) {
    if checks.isEmpty, validations.isEmpty { return }
    let new = State(layout: state.layout, values: values)
    for check in checks { try check(new, action, changes.hasAny) }
    for validation in validations {
      try validation(changes.oldState!, new, action, changes.hasAny)
    }
  }
}
