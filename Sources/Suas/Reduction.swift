/// The result of one action that reached the reducers, or that was refused before them.
///
/// It is valid only during the call that receives it.
package struct Reduction {
  /// The action, as the last middleware passed it on.
  package let action: any Action

  /// The number of dispatches that led to this one; zero for an action that the app dispatched
  /// itself.
  package let depth: Int

  /// The reason why the action was refused; `nil` if it was not.
  package let error: ActionError?

  /// True if the action reached the reducers; an action that is invalid in itself does not.
  package let reachedReducers: Bool

  let core: Core

  /// The state after the action.
  package var state: Store.State { core.state }

  /// The keys whose sub-states changed, in the reducers' order; empty if none did.
  package var changedKeys: [String] {
    core.state.keys.indices.filter { core.changes.isChanged($0) }.map { core.state.keys[$0] }
  }

  /// True if any sub-state changed.
  package var hasChanges: Bool { core.changes.hasAny }

  /// Calls `body` with each run that changed a sub-state, with the key and the sub-state.
  package func forEachRun(_ body: (any PartRun, _ stateKey: String, _ subState: Any) -> Void) {
    guard core.changes.hasAny else { return }
    for slot in core.parts.indices {
      guard let change = core.changes.change(in: slot) else { continue }
      body(change.run, core.parts[slot].stateKey, core.state.values[slot])
    }
  }
}
