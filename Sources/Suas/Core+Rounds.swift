internal import Values

typealias StateEntries = ContiguousArray<ListenerList<StateListener>.Entry>
/// State listeners that somebody else keeps as long as the round goes over them.
typealias StateRound = BorrowedElements<ListenerList<StateListener>.Entry>
typealias CallbackRound<Argument> =
  ContiguousArray<ListenerList<CallbackListener<Argument>>.Entry>

extension Core {
  /// Notifies the listeners in `round` whose key changed, in order.
  @inline(__always)
  func tell(_ round: StateRound) {
    if let deliveries { return addRound(to: deliveries) }
    // The state stays as it is until the round is over: anything that would change it waits.
    tell(round, changes, state.values.borrowed) { state }
  }

  @inline(never)
  private func addRound(to deliveries: Deliveries) {
    deliveries.add(
      .changes(Changes(copying: changes), of: state, to: registry.entriesOfRound()), of: self,
      cause: presentCause())
  }

  /// Notifies the listeners in `round` whose key changed of a state.
  ///
  /// - Parameter values: A pointer to the state's sub-states.
  @inline(__always)
  func tell(
    _ round: StateRound, _ changes: Changes, _ values: BorrowedElements<Any>,
    of state: () -> Store.State
  ) {
    var hasOrphans = false
    for index in round.indices {
      let entry = round.place(index)
      guard entry.pointee.isAdded else { continue }
      if entry.pointee.isOrphaned {
        hasOrphans = true
        continue
      }
      switch entry.pointee.target {
      case .slot(let slot):
        guard changes.isChanged(slot) else { continue }
        entry.pointee.uncounted.call { $0.tell(old: changes, slot, new: values.place(slot)) }
      case .everything:
        entry.pointee.uncounted.call { $0.tell(old: changes.oldState, new: state()) }
      case .mainSlot(let slot):
        guard changes.isChanged(slot) else { continue }
        callMain(entry.pointee, old: changes.oldValue(in: slot), new: values.place(slot).pointee)
      case .mainEverything:
        callMain(entry.pointee, old: changes.oldState, new: state())
      case .nothing:
        break
      }
    }
    if hasOrphans { registry.removeOrphans() }
  }

  /// Notifies one listener of the current state, bypassing its filter.
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
    let entry = registry.stateEntries.first { $0.listener === listener }
    registry.unlock()
    guard let entry else { return }
    if let deliveries {
      return deliveries.add(.state(state, to: entry), of: self, cause: presentCause())
    }
    let outer = phase
    phase = .listener
    inform(entry, of: state)
    phase = outer
  }

  /// Notifies a listener of `state`, or of its sub-state, bypassing its filter.
  func inform(_ entry: ListenerList<StateListener>.Entry, of state: Store.State) {
    guard entry.isAlive else { return }
    switch entry.target {
    case .everything: entry.listener.tell(old: nil as Store.State?, new: state)
    case .slot(let slot): entry.listener.tell(old: nil as Any?, new: state.values[slot])
    case .mainEverything: callMain(entry, old: nil as Store.State?, new: state)
    case .mainSlot(let slot): callMain(entry, old: nil as Any?, new: state.values[slot])
    case .nothing: break
    }
  }

  /// Notifies error listeners, or the log if there are none, that the current action is refused.
  func refuse(_ refusal: Refusal, tellsListeners: Bool = true) {
    guard let frame else { preconditionFailure("nothing is under way that is refused") }
    if frame.pointee.refusal == nil { frame.pointee.refusal = refusal }
    registry.lock()
    let round = tellsListeners ? registry.errorListeners.entries : []
    registry.unlock()
    if round.isEmpty {
      if !frame.pointee.isPerformed {
        report(refusal.error, refusing: frame.pointee.action.pointee)
      }
    } else if let deliveries {
      deliveries.add(.refusal(refusal.error, to: round), of: self, cause: presentCause())
    } else {
      call(round, refusal.error)
    }
  }

  /// Notifies error listeners, or the log if there are none, of an error that refuses no action.
  func tell(_ error: ActionError) {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      tellInTurn(error)
      return serveRequests()
    }
    tellInTurn(error)
  }

  private func tellInTurn(_ error: ActionError) {
    registry.lock()
    let round = registry.errorListeners.entries
    registry.unlock()
    if round.isEmpty {
      report(error)
    } else if let deliveries {
      deliveries.add(.refusal(error, to: round), of: self, cause: presentCause())
    } else {
      call(round, error)
    }
  }

  /// Notifies action listeners of `action`, which has not reached any middleware yet.
  func tellActionListeners(_ action: any Action) {
    registry.lock()
    let round = registry.actionListeners.entries
    registry.unlock()
    call(round, action)
  }

  private func call<Argument>(_ round: CallbackRound<Argument>, _ argument: Argument) {
    let outer = phase
    phase = .listener
    tell(round, argument)
    phase = outer
  }

  /// Calls all listeners in `round`, in order.
  func tell<Argument>(_ round: CallbackRound<Argument>, _ argument: Argument) {
    var hasOrphans = false
    for entry in round where entry.isAdded {
      if entry.isOrphaned {
        hasOrphans = true
      } else if entry.listener.isMain {
        callMain(while: { entry.isAlive }, { entry.listener.callback(argument) })
      } else {
        entry.listener.callback(argument)
      }
    }
    if hasOrphans { registry.removeOrphans() }
  }
}
