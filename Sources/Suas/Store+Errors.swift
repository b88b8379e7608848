extension Store {
  /// Notifies error listeners, or swift-log if there are none, of an error that refuses no action.
  package func report(_ error: ActionError) { core.tell(error) }

  /// Calls `work`: for a listener when the present round is over, after what it dispatched before.
  package func afterRound(_ work: @escaping @Sendable () -> Void) { core.afterRound(work) }
}
