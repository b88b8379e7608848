extension Store {
  /// Notifies error listeners, or swift-log if there are none, of an error that refuses no action.
  package func report(_ error: ActionError) { core.tell(error) }
}
