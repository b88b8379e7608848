import Locking
import SuasProgram

/// Counts the outcomes that occur in the stores of a spec, on any thread.
package final class CoverageRecorder: Sendable {
  private let counted: Mutex<Coverage>

  package init(_ table: CoverageTable) { counted = Mutex(Coverage(of: table)) }

  func note(_ outcome: Int) { counted.withLock { $0.note(outcome) } }

  /// The coverage so far.
  package var coverage: Coverage { counted.withLock(\.self) }
}
