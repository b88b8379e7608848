/// The result of one action that reached the reducers, or that was refused before them.
package struct Reduction {
  /// The action, as the last middleware passed it on.
  package let action: any Action

  /// The keys whose sub-states changed, in the reducers' order; empty if none did.
  package let changedKeys: [String]

  /// The number of dispatches that led to this one; zero for an action that the app dispatched
  /// itself.
  package let depth: Int

  /// The reason why the action was refused; `nil` if it was not.
  package let error: ActionError?

  /// True if the action reached the reducers; an action that is invalid in itself does not.
  package let reachedReducers: Bool
}
