/// What one action did that reached the reducers, or that was refused before them.
package struct Reduction {
  /// The action, as the last middleware handed it on.
  package let action: any Action

  /// The keys whose sub-states changed, in the reducers' order; empty if none did.
  package let changedKeys: [StateKey]

  /// How many dispatches led to this one: none for an action of the app's own.
  package let depth: Int

  /// Why nothing of the action was kept, if it was refused.
  package let error: ActionError?

  /// Whether the action reached the reducers: one that is wrong in itself reaches nobody.
  package let reachedReducers: Bool
}
