import CEL

/// What a running spec takes the time from.
public protocol SpecClock: Sendable {
  /// What time it is.
  var now: Timestamp { get }

  /// Calls `body` once at a moment, or soon after it; the moment asked for last counts. A call that
  /// comes too early does no harm: `wake` is asked for again.
  ///
  /// - Parameters:
  ///   - deadline: Nil where nothing is waited for any more.
  ///   - body: What is called, once at the most.
  func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void)
}
