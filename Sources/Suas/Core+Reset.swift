internal import Values

/// A replacement of some or all of a store's state; no middleware and no reducer sees it.
struct Reset: NamedAction {
  var actionName: String { "reset" }
  let extent: Extent

  enum Extent {
    case toInitialState
    case full(Store.State)
    case subStates(Store.State)
  }
}

extension Core {
  /// Returns `given` with its sub-states converted to the form that reducers work on; fails if some
  /// of it does not fit its reducer.
  func adoption(of given: Store.State) -> Store.State {
    var adopted = given
    for part in parts {
      if let subState = given[part.stateKey] {
        adopted.set(part.adoption(of: subState), under: part.stateKey)
      }
    }
    return adopted
  }

  /// Replaces the state and notifies nobody.
  func put(_ state: Store.State) {
    takeTurn()
    registry.lock()
    precondition(state.values.count == self.state.values.count)
    // Kept until the turn is free, because deinitializers of its contents may call the store.
    let old = self.state
    self.state = state
    registry.unlock()
    endTurn()
    withExtendedLifetime(old) {}
  }

  /// Replaces state and notifies the listeners of the affected keys.
  func replaceState(_ reset: Reset) {
    registry.lock()
    let old = state
    let keys = replaceContent(reset)
    if state.layout !== old.layout {
      changes.resize(to: state.values.count)
      registry.retarget(to: state.layout)
    }
    for key in keys {
      guard let slot = state.layout.slot(of: key) else { continue }
      changes.markChanged(slot)
      changes.keep(old[key], in: slot)
    }
    changes.oldState = old
    phase = .listener
    let round = registry.beginRound()
    let isWatched = !watches.isEmpty && countChange()
    registry.unlock()
    for observer in observers { observer.wasReset?(keys, state) }
    if isWatched { beginWatches() }
    if changes.hasAny { tell(round) }
    changes.clear()
    registry.endRound()
  }

  /// Replaces the content of the state, and returns the affected keys.
  private func replaceContent(_ reset: Reset) -> [String] {
    switch reset.extent {
    case .toInitialState:
      state = initialState
      return state.keys
    case .full(let given):
      state = Core.initialState(of: parts, under: given)
      return state.keys
    case .subStates(let given):
      for (key, value) in zip(given.keys, given.values) { state.set(value, under: key) }
      return given.keys
    }
  }
}
