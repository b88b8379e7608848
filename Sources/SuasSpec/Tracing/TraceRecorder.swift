import CEL
import Synchronization

/// Keeps what a store did, in its order.
package final class TraceRecorder: Sendable {
  private struct State {
    var events: [TracedEvent] = []
    var omitted = 0
    var depth = 0
  }

  private let state = Mutex(State())

  /// So many events are kept at once.
  private static let limit = 10_000

  package init() {}

  package func note(_ event: TraceEvent) {
    state.withLock { state in
      guard state.events.count < Self.limit else {
        state.omitted += 1
        return
      }
      state.events.append(TracedEvent(event: event, depth: state.depth))
    }
  }

  /// Notes an event; what follows stands below it until ``leave()``.
  func enter(_ event: TraceEvent) {
    note(event)
    state.withLock { $0.depth += 1 }
  }

  /// Goes on below what was left.
  func resume() { state.withLock { $0.depth += 1 } }

  func leave() { state.withLock { $0.depth -= 1 } }

  /// What was done since this was asked last, and how much more that was not kept.
  package func take() -> (events: [TracedEvent], omitted: Int) {
    state.withLock { state in
      defer { state = State(depth: state.depth) }
      return (state.events, state.omitted)
    }
  }
}
