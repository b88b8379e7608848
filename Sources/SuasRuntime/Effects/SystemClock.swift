import CEL
import Dispatch
import Locking
import SuasEngine
import SuasProgram

/// The system's clock.
public final class SystemClock: SpecClock {
  private let timer = Mutex<Task<Void, Never>?>(nil)

  /// The longest sleep in seconds, since a sleep of centuries would overflow.
  private static let longestSleep = 3600.0

  public init() {}

  public var now: Timestamp { .now }

  public func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    timer.withLock { timer in
      timer?.cancel()
      timer = deadline.map { deadline in
        Task {
          // A call that comes too early leads to another call of `wake`.
          let wait = min(max(0, deadline.seconds(since: .now)), Self.longestSleep)
          try? await Task.sleep(for: .seconds(wait))
          if !Task.isCancelled { body() }
        }
      }
    }
  }
}

extension Timestamp {
  fileprivate func seconds(since other: Timestamp) -> Double {
    Double(seconds - other.seconds) + Double(nanoseconds - other.nanoseconds) / 1e9
  }
}
