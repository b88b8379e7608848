import Synchronization

/// Notes which outcomes the stores of a spec come to, from whatever thread.
package final class CoverageRecorder: Sendable {
  private struct State {
    var coverage: Coverage
    var recent: OutcomeSet
  }

  private let state: Mutex<State>

  package init(_ table: CoverageTable) {
    state = Mutex(
      State(coverage: Coverage(of: table), recent: OutcomeSet(capacity: table.outcomeCount)))
  }

  func note(_ outcome: Int) {
    state.withLock { state in
      state.coverage.note(outcome)
      state.recent.insert(outcome)
    }
  }

  /// What was seen so far.
  package var coverage: Coverage { state.withLock(\.coverage) }

  /// The outcomes that came up since this was asked last.
  package func takeRecent() -> OutcomeSet {
    state.withLock { state in
      let empty = OutcomeSet(capacity: state.coverage.table.outcomeCount)
      defer { state.recent = empty }
      return state.recent
    }
  }
}
