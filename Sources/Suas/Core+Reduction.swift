import Logging

extension Core {
  /// Runs the reducers on `action`, keeps what they made or, if it is refused, nothing.
  func reduce(_ action: any Action) {
    let outer = phase
    defer { phase = outer }
    lockContent()
    phase = .reducer
    var changed: [StateKey] = []
    var refusal: ActionError?
    let old = state
    do throws(ActionError) {
      for (slot, part) in parts.enumerated()
      where try part.reduce(&state.values[slot], action: action) {
        changed.append(part.stateKey)
      }
      for validation in validations {
        try validation(old, state, action, !changed.isEmpty)
      }
    } catch {
      state = old
      changed = []
      refusal = error
    }
    contentLock.unlock()
    phase = .listener
    observer?(Reduction(action: action, changedKeys: changed, error: refusal))
    if let refusal { refuse(refusal) }
  }

  /// Tells error listeners, or the log if there are none, that the action under way was refused.
  func refuse(_ error: ActionError) {
    if frame.error == nil { frame.error = error }
    let outer = phase
    defer { phase = outer }
    lockContent()
    let listeners = errorListeners.entries
    contentLock.unlock()
    phase = .listener
    for entry in listeners where entry.isAdded { entry.listener.callback(error) }
    if listeners.isEmpty, !frame.isPerformed, let action = frame.action {
      logger.error("\(name(of: action)) was refused: \(error)")
    }
  }
}
