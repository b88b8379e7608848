import CEL
import Locking
import SuasProgram

/// Records what a store did, in order.
package final class TraceRecorder: Sendable {
  private struct State {
    var events: [TracedEvent] = []
    var omitted = 0
    var depth = 0
  }

  private let state = Mutex(State())

  /// The maximum number of events kept at once.
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

  /// Notes an event; later events are nested in it until ``leave()``.
  package func enter(_ event: TraceEvent) {
    note(event)
    state.withLock { $0.depth += 1 }
  }

  /// Continues one level deeper, inside an event that was left.
  package func resume() { state.withLock { $0.depth += 1 } }

  package func leave() { state.withLock { $0.depth -= 1 } }

  /// Takes the events since the last call, and the number of further ones that were not kept.
  package func take() -> (events: [TracedEvent], omitted: Int) {
    state.withLock { state in
      defer { state = State(depth: state.depth) }
      return (state.events, state.omitted)
    }
  }
}
