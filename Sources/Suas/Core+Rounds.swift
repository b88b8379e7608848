typealias StateEntries = ContiguousArray<ListenerList<StateListener>.Entry>
/// State listeners that somebody else keeps as long as the round goes over them.
typealias StateRound = UnsafeBufferPointer<ListenerList<StateListener>.Entry>
typealias CallbackRound<Argument> =
  ContiguousArray<ListenerList<CallbackListener<Argument>>.Entry>

extension Core {
  /// Tells those of `round` whose key changed, in order.
  @inline(__always)
  func tell(_ round: StateRound) {
    if let deliveries { return addRound(to: deliveries) }
    // The state stays as it is until the round is over: what would change it waits for that.
    tell(round, changes, state.placeOfValues()) { state }
  }

  @inline(never)
  private func addRound(to deliveries: Deliveries) {
    deliveries.add(
      .changes(Changes(copying: changes), of: state, to: registry.entriesOfRound()), of: self,
      cause: presentCause())
  }

  /// Tells those of `round` whose key changed of a state.
  ///
  /// - Parameter values: Where the state has its sub-states.
  @inline(__always)
  func tell(
    _ round: StateRound, _ changes: Changes, _ values: UnsafePointer<Any>, of state: () -> State
  ) {
    var hasOrphans = false
    for index in round.indices {
      guard round[index].isAdded else { continue }
      if round[index].isOrphaned {
        hasOrphans = true
        continue
      }
      switch round[index].target {
      case .slot(let slot):
        guard changes.isChanged(slot) else { continue }
        round.listener(index) { $0.tell(old: changes, slot, new: values + slot) }
      case .everything:
        round.listener(index) { $0.tell(old: changes.oldState, new: state()) }
      case .nothing:
        break
      }
    }
    if hasOrphans { registry.removeOrphans() }
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
    let entry = registry.stateEntries.first { $0.listener === listener }
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
  func refuse(_ refusal: Refusal, tellsListeners: Bool = true) {
    let frame = frame.unsafelyUnwrapped
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

  /// Tells error listeners, or the log if there are none, of an error that refuses no action.
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
    tell(round, argument)
    phase = outer
  }

  /// Calls all of `round`, in order.
  func tell<Argument>(_ round: CallbackRound<Argument>, _ argument: Argument) {
    var hasOrphans = false
    for entry in round where entry.isAdded {
      if entry.isOrphaned {
        hasOrphans = true
      } else {
        entry.listener.callback(argument)
      }
    }
    if hasOrphans { registry.removeOrphans() }
  }
}

extension StateRound {
  /// Calls a listener, which the round's holder holds, without counting it as held meanwhile.
  @inline(__always)
  fileprivate func listener(_ index: Int, _ body: (StateListener) -> Void) {
    precondition(index < count)
    guard let place = (baseAddress.unsafelyUnwrapped + index).pointer(to: \.listener) else {
      return
    }
    // A constant that holds an object is one word, its reference.
    UnsafeRawPointer(place).load(as: Unmanaged<StateListener>.self)._withUnsafeGuaranteedRef(body)
  }
}

extension ListenerList.Entry where L == StateListener {
  /// Tells the listener `state` or its part of it, past its filter.
  func inform(of state: State) {
    guard isAdded, !isOrphaned else { return }
    switch target {
    case .everything: listener.tell(old: nil as State?, new: state)
    case .slot(let slot): listener.tell(state.values[slot])
    case .nothing: break
    }
  }
}
