import SuasProgram
import Values

/// Notes which outcomes come up where one thread at a time works: a bit for each, without a lock and
/// without a count.
///
/// A thread that passes it to another one synchronizes with that one.
package final class OutcomeNotes: @unchecked Sendable {
  @exclusivity(unchecked) private var recent: RigidArray<UInt64>
  @exclusivity(unchecked) private var seen: RigidArray<UInt64>
  private let wordCount: Int
  private let outcomeCount: Int

  package init(_ table: CoverageTable) {
    outcomeCount = table.outcomeCount
    wordCount = (outcomeCount + 63) / 64
    recent = RigidArray(repeating: 0, count: wordCount)
    seen = RigidArray(repeating: 0, count: wordCount)
  }

  @inline(__always)
  package func note(_ outcome: Int) {
    recent[outcome >> 6] |= 1 << UInt64(outcome & 63)
  }

  /// Returns the outcomes since the last call.
  package func takeRecent() -> OutcomeSet {
    defer { settle() }
    return OutcomeSet(capacity: outcomeCount) { recent[$0] }
  }

  /// All outcomes so far.
  package var all: OutcomeSet {
    settle()
    return OutcomeSet(capacity: outcomeCount) { seen[$0] }
  }

  private func settle() {
    for word in 0..<wordCount {
      seen[word] |= recent[word]
      recent[word] = 0
    }
  }
}
