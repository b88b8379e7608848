/// An observer of everything that changes a store's state.
package final class StoreObserver: @unchecked Sendable {
  // Sendable: only the owner of the turn calls it.

  /// Called once for each action that reached the reducers, or was refused before them, before
  /// listeners are called.
  let reduced: ((Reduction) -> Void)?

  /// Called after a reset, with the affected keys and the new state, before listeners are called.
  let wasReset: ((_ keys: [String], _ state: Store.State) -> Void)?

  /// Does the work of a reset, with all that listeners dispatch in response.
  let aroundReset: ((_ work: () -> Void) -> Void)?

  /// Called for each action that was refused before the reducers, before listeners are called.
  let refusedEarly: ((EarlyRefusal) -> Void)?

  package init(
    reduced: ((Reduction) -> Void)? = nil,
    wasReset: ((_ keys: [String], _ state: Store.State) -> Void)? = nil,
    aroundReset: ((_ work: () -> Void) -> Void)? = nil,
    refusedEarly: ((EarlyRefusal) -> Void)? = nil
  ) {
    self.reduced = reduced
    self.wasReset = wasReset
    self.aroundReset = aroundReset
    self.refusedEarly = refusedEarly
  }
}

/// The refusal of an action that did not reach the reducers: it is invalid in itself, or too many
/// dispatches led to it.
package struct EarlyRefusal {
  package let action: any Action
  package let error: ActionError
  /// True if no middleware has seen the action; false if one has handed it on.
  package let isUnseen: Bool
  package let state: Store.State
}

extension Core {
  /// Adds an observer, which is called after those that are there.
  func add(_ observer: StoreObserver) { changingObservers { observers.append(observer) } }

  func remove(_ observer: StoreObserver) {
    changingObservers { observers.removeAll { $0 === observer } }
  }

  func changingObservers(_ change: () -> Void) {
    let isOwner = holdsTurn
    if !isOwner { takeTurn() }
    change()
    if !isOwner { endTurn() }
  }
}
