import CEL
import Synchronization

/// A clock that moves when it is told to, and takes no time for it.
public final class VirtualClock: SpecClock {
  private struct Alarm {
    let deadline: Timestamp
    let body: @Sendable () -> Void
  }

  /// How often something may happen while the clock moves once.
  package static let limit = 100_000

  private let state: Mutex<(now: Timestamp, alarm: Alarm?)>

  public init(startingAt start: Timestamp) { state = Mutex((start, nil)) }

  public var now: Timestamp { state.withLock { $0.now } }

  /// Sets the clock, forward or back; nothing happens by that.
  package func set(to now: Timestamp) { state.withLock { $0 = (now, nil) } }

  public func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.alarm = deadline.map { Alarm(deadline: $0, body: body) }
    }
  }

  /// Moves the clock, and lets happen what waits for a moment up to its new time, in the order of
  /// the moments.
  ///
  /// - Returns: false where more than 100,000 things happen in that time; the clock stays there.
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
