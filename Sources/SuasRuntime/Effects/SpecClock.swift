import CEL
import SuasEngine
import SuasProgram

/// The source of time for a running spec.
public protocol SpecClock: Sendable {
  /// The current time.
  var now: Timestamp { get }

  /// Calls `body` once at a deadline or soon after it; each call of this method replaces the last
  /// one. A call of `body` that comes too early does no harm: `wake` is then called again.
  ///
  /// - Parameters:
  ///   - deadline: The deadline; nil to cancel the last one.
  ///   - body: The function to call, at most once.
  func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void)
}
