import Suas

/// A source of the time, which can also call back at a deadline.
package protocol AppClock: Sendable {
  var now: Timestamp { get }
  /// Sets the only alarm, or clears it.
  func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void)
}

/// The services that a generated program needs from its app.
package final class AppRuntime: Sendable {
  package let clock: any AppClock
  /// Performs the requests of effects; without it they wait for an answer or time out.
  package let perform: (@Sendable (EffectRequest) async -> EffectAnswer)?
  /// Receives errors that refuse no action.
  package let report: @Sendable (ActionError) -> Void
  private let random: Mutex<SplitMix64>

  package init(
    clock: any AppClock = SystemClock(), seed: Int64? = nil,
    perform: (@Sendable (EffectRequest) async -> EffectAnswer)? = nil,
    report: @escaping @Sendable (ActionError) -> Void = { _ in }
  ) {
    self.clock = clock
    self.perform = perform
    self.report = report
    let seed = seed.map { UInt64(bitPattern: $0) } ?? .random(in: 0 ... .max)
    random = Mutex(SplitMix64(seed: seed))
  }

  package var now: Timestamp { clock.now }

  /// A random id, by SplitMix64 from the seed.
  package func makeIdentifier() -> String { random.withLock { $0.uuid() } }
}

/// The work that follows an event.
package enum ProgramStep: Sendable {
  case dispatch(any Action)
  /// Dispatches an action; the action is made at that moment, because it gets an id of its own.
  case making(@Sendable () -> any Action)
  /// Ends the effects with a name, or only those with a key.
  case cancel(String, key: JSONValue?)
}

/// A clock that moves only when it is told to.
package final class VirtualClock: AppClock {
  private struct State {
    var now: Timestamp
    var deadline: Timestamp?
    var body: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  package init(startingAt start: Timestamp) { state = Mutex(State(now: start)) }

  package var now: Timestamp { state.withLock { $0.now } }

  package func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.deadline = deadline
      $0.body = deadline == nil ? nil : body
    }
  }

  /// The most calls in one move.
  package static let limit = 100_000

  /// True if there is a time that far ahead.
  package func canAdvance(by period: Period) -> Bool {
    (try? now.adding(period)) != nil
  }

  /// Moves the clock, and makes the calls that are due by then; returns false if there are too
  /// many.
  package func advance(by period: Period) -> Bool {
    let end = now.advanced(clampedBy: period)
    for _ in 0..<Self.limit {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        guard let deadline = state.deadline, deadline <= end, let body = state.body else {
          state.now = end
          return nil
        }
        state.now = max(state.now, deadline)
        (state.deadline, state.body) = (nil, nil)
        return body
      }
      guard let body else { return true }
      body()
    }
    return false
  }
}
