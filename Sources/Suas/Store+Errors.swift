extension Store {
  /// Notifies error listeners, or swift-log if there are none, of an error that refuses no action.
  package func report(_ error: ActionError) { core.tell(error) }

  /// Counts one more dispatch among those that one dispatch led to; returns their number so far, or
  /// nil if no dispatch is under way on this thread.
  package func countAnswer() -> Int? { core.countAnswer() }

  /// Calls `work` while nothing else changes the store, and then makes the dispatches that
  /// listeners asked for in it.
  package func inTurn(_ work: () -> Void) { core.inTurn(work) }

  /// Calls `work`: for a listener when the present round is over, after the actions that it
  /// dispatched before.
  package func afterRound(_ work: @escaping @Sendable () -> Void) { core.afterRound(work) }
}
