import Locking
internal import Values

extension Core {
  /// Runs the reducers on `action` and notifies the listeners of changes. If the action is refused,
  /// restores the state and notifies the error listeners.
  func reduce(_ action: any Action) {
    registry.lock()
    phase = .reducer
    registry.reducingThread.store(owner.load(ordering: .relaxed), ordering: .relaxed)
    let refusal = reduceState(action)
    registry.reducingThread.store(0, ordering: .relaxed)
    phase = .listener
    let round = registry.beginRound()
    let isWatched = changes.hasAny && !watches.isEmpty && countChange()
    registry.unlock()
    if !observers.isEmpty {
      let reachedReducers = refusal == nil || self.refusal(of: action) == nil
      tellObservers(action, refusal, reachedReducers: reachedReducers)
      if !reachedReducers, let refusal { tellObservers(action, refusal, isUnseen: false) }
    }
    debug(action, hasChanges: changes.hasAny)
    if let refusal = consume refusal { refuse(refusal) }
    if changes.hasAny {
      if isWatched { beginWatches() }
      if !round.isEmpty { tell(round) }
      changes.clear()
    }
    registry.endRound()
    phase = .middleware
  }

  /// Returns the refusal of an action that is invalid in itself; `nil` for any other.
  private func refusal(of action: any Action) -> Refusal? {
    withBorrow(of: action) { readings.refusal(of: $0) }
  }

  /// Refuses an action that is invalid in itself before anybody sees it, and returns true if it
  /// did.
  @inline(__always)
  func refuseAtOnce(_ action: any Action, isUnseen: Bool) -> Bool {
    withBorrow(of: action) { readings.mayRefuse($0) } && refuseIfWrong(action, isUnseen)
  }

  @inline(never)
  private func refuseIfWrong(_ action: any Action, _ isUnseen: Bool) -> Bool {
    guard let refusal = self.refusal(of: action) else { return false }
    tellObservers(action, refusal, reachedReducers: false)
    tellObservers(action, refusal, isUnseen: isUnseen)
    phase = .listener
    refuse(refusal)
    phase = .middleware
    return true
  }

  @inline(never)
  private func tellObservers(_ action: any Action, _ refusal: Refusal?, reachedReducers: Bool) {
    let reduction = Reduction(
      action: action, depth: frame?.pointee.cause?.depth ?? 0, error: refusal?.error,
      reachedReducers: reachedReducers, core: self)
    for observer in observers { observer.reduced?(reduction) }
  }

  /// Tells observers that an action is refused before the reducers.
  func tellObservers(_ action: any Action, _ refusal: Refusal, isUnseen: Bool) {
    let refusal = EarlyRefusal(
      action: action, error: refusal.error, isUnseen: isUnseen, state: state)
    for observer in observers { observer.refusedEarly?(refusal) }
  }

  @inline(__always)
  private func reduceState(_ action: any Action) -> Refusal? {
    var refusal = readings.read(action)
    if refusal == nil {
      if registry.oldWanted.asWhole { changes.oldState = state }
      refusal = lendsState ? runPartsLendingState(action) : runParts(action)
      if refusal == nil, !changes.hasAny || !validations.isEmpty { refusal = judge(action) }
    }
    readings.clear()
    return refusal
  }

  @inline(never)
  private func judge(_ action: any Action) -> Refusal? {
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

  // A part works in the slot itself, where its sub-state is not shared unless an old state is kept.
  // Nobody reads the state meanwhile, because the registry is locked.
  @inline(__always)
  private func runParts(_ action: any Action) -> Refusal? {
    for index in readings.route {
      let stop = readings.stops[index]
      let slot = stop.slot
      let kind = readings.knowsKind ? stop.place : nil
      if stop.keepsOld || registry.oldWanted.hasSlots { keepOld(stop) }
      let outcome = links.call(slot) { link in
        readings.isEmpty
          ? link.reduce(state.values.changingPlace(slot), action, kind: kind)
          : reduceReading(of: action, link, slot)
      }
      switch outcome {
      case .changed(let change): changes.markChanged(slot, by: change)
      case .unchanged: if changes.hasOldValues { changes.keep(nil, in: slot) }
      case .refused(let refusal):
        putBack()
        return refusal
      }
    }
    return nil
  }

  @inline(never)
  private func runPartsLendingState(_ action: any Action) -> Refusal? {
    lend(state)
    defer { lend(nil) }
    return runParts(action)
  }

  /// Lends the state to the parts on the action's route, or takes it back.
  private func lend(_ state: Store.State?) {
    for stop in readings.stops[readings.route] where parts[stop.slot].readsWholeState {
      parts[stop.slot].lend(state, kind: readings.knowsKind ? stop.place : nil)
    }
  }

  // The code that few actions need is in separate functions, so that the others save few registers.

  @inline(never)
  private func keepOld(_ stop: Routes.Stop) {
    guard stop.keepsOld || registry.oldWanted.inSlot[stop.slot] else { return }
    changes.keep(state.values[stop.slot], in: stop.slot)
  }

  @inline(never)
  private func reduceReading(
    of action: any Action, _ link: PartLink, _ slot: Int
  ) -> PartOutcome {
    link.reduce(
      state.values.changingPlace(slot), readings.reading(of: action, inSlot: slot), kind: nil)
  }

  @inline(never)
  private func putBack() {
    for slot in parts.indices where changes.isChanged(slot) {
      if let change = changes.change(in: slot) {
        change.run.undo(in: &state.values[slot])
      } else if let old = changes.oldValue(in: slot) {
        state.values[slot] = old
      } else {
        preconditionFailure("what '\(state.keys[slot])' was before a refused action is unknown")
      }
    }
    changes.clear()
  }
}
