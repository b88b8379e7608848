import Synchronization

/// Counts which outcomes the stores of a spec come to, from whatever thread.
package final class CoverageRecorder: Sendable {
  private let counted: Mutex<Coverage>

  package init(_ table: CoverageTable) { counted = Mutex(Coverage(of: table)) }

  func note(_ outcome: Int) { counted.withLock { $0.note(outcome) } }

  /// What was seen so far.
  package var coverage: Coverage { counted.withLock(\.self) }
}
