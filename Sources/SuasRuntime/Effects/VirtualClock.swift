import CEL
import Locking
import SuasEngine
import SuasProgram

/// A clock that moves only when it is told to, and then at once.
public final class VirtualClock: SpecClock {
  private struct Timer {
    let deadline: Timestamp
    let body: @Sendable () -> Void
  }

  /// The maximum number of alarms in one move of the clock.
  package static let limit = 100_000

  private let state: Mutex<(now: Timestamp, alarm: Timer?)>

  public init(startingAt start: Timestamp) { state = Mutex((start, nil)) }

  public var now: Timestamp { state.withLock { $0.now } }

  /// Sets the clock forward or back, without calling any alarm.
  package func set(to now: Timestamp) { state.withLock { $0 = (now, nil) } }

  public func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.alarm = deadline.map { Timer(deadline: $0, body: body) }
    }
  }

  /// Moves the clock and calls the alarms that are due up to its new time, by their deadlines.
  ///
  /// - Returns: False if there are more than 100,000 alarms in that time; the clock stops there.
  public func advance(by duration: CEL.Duration) -> Bool {
    let end = now.advanced(clampedBy: duration)
    for _ in 0..<Self.limit {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        guard let alarm = state.alarm, alarm.deadline <= end else {
          state.now = end
          return nil
        }
        state.alarm = nil
        state.now = max(state.now, alarm.deadline)
        return alarm.body
      }
      guard let body else { return true }
      body()
    }
    return false
  }
}
