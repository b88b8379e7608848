typealias StateRound = ContiguousArray<ListenerList<StateListener>.Entry>
typealias CallbackRound<Argument> =
  ContiguousArray<ListenerList<CallbackListener<Argument>>.Entry>

extension Core {
  /// Tells those of `round` whose key changed, in order.
  func tell(_ round: StateRound) {
    if let deliveries {
      return deliveries.add(
        .changes(changes, of: state, to: round), of: self, cause: presentCause())
    }
    phase = .listener
    if hasOrphans(afterTelling: round, changes, of: state) { registry.removeOrphans() }
  }

  /// Tells one listener the state as it is, past its filter.
  func inform(_ listener: StateListener) {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      informInTurn(listener)
      return serveRequests()
    }
    informInTurn(listener)
  }

  private func informInTurn(_ listener: StateListener) {
    registry.lock()
    let entry = registry.stateListeners.entries.first { $0.listener === listener }
    registry.unlock()
    guard let entry else { return }
    if let deliveries {
      return deliveries.add(.state(state, to: entry), of: self, cause: presentCause())
    }
    let outer = phase
    phase = .listener
    entry.inform(of: state)
    phase = outer
  }

  /// Tells error listeners, or the log if there are none, that the action under way is refused.
  func refuse(_ error: ActionError, tellsListeners: Bool = true) {
    if frame.error == nil { frame.error = error }
    registry.lock()
    let round = tellsListeners ? registry.errorListeners.entries : []
    registry.unlock()
    if round.isEmpty {
      if !frame.isPerformed, let action = frame.action { report(error, refusing: action) }
    } else if let deliveries {
      deliveries.add(.refusal(error, to: round), of: self, cause: presentCause())
    } else {
      call(round, error)
    }
  }

  /// Tells action listeners of `action`, which has not reached any middleware yet.
  func tellActionListeners(_ action: any Action) {
    registry.lock()
    let round = registry.actionListeners.entries
    registry.unlock()
    call(round, action)
  }

  private func call<Argument>(_ round: CallbackRound<Argument>, _ argument: Argument) {
    let outer = phase
    phase = .listener
    if hasOrphans(afterCalling: round, argument) { registry.removeOrphans() }
    phase = outer
  }
}

/// Tells those of `round` whose key changed; answers whether some outlived what they were linked to.
func hasOrphans(
  afterTelling round: StateRound, _ changes: borrowing Changes, of state: borrowing State
) -> Bool {
  var hasOrphans = false
  for entry in round where entry.isAdded {
    if entry.isOrphaned {
      hasOrphans = true
      continue
    }
    switch entry.target {
    case .slot(let slot) where changes.isChanged[slot]:
      entry.listener.tell(old: changes.oldValues[slot], new: state.values[slot])
    case .everything:
      entry.listener.tell(old: changes.oldState, new: copy state)
    case .slot, .nothing:
      break
    }
  }
  return hasOrphans
}

/// Calls all of `round`; answers whether some outlived what they were linked to.
func hasOrphans<Argument>(
  afterCalling round: CallbackRound<Argument>, _ argument: Argument
) -> Bool {
  var hasOrphans = false
  for entry in round where entry.isAdded {
    if entry.isOrphaned {
      hasOrphans = true
    } else {
      entry.listener.callback(argument)
    }
  }
  return hasOrphans
}

extension ListenerList.Entry where L == StateListener {
  /// Tells the listener `state` or its part of it, past its filter.
  func inform(of state: State) {
    switch target {
    case .everything: listener.tell(old: nil as State?, new: state)
    case .slot(let slot): listener.tell(old: nil as Any?, new: state.values[slot])
    case .nothing: break
    }
  }
}
