/// Notes which outcomes come up where one thread at a time works: a bit for each, without a lock and
/// without a count.
///
/// Invariants: `recent` and `seen` have room for `wordCount` words each; nobody else holds them; who
/// hands this to another thread waits for that.
package final class OutcomeNotes: @unchecked Sendable {
  private let recent: UnsafeMutablePointer<UInt64>
  private let seen: UnsafeMutablePointer<UInt64>
  private let wordCount: Int
  private let outcomeCount: Int

  package init(_ table: CoverageTable) {
    outcomeCount = table.outcomeCount
    wordCount = (outcomeCount + 63) / 64
    recent = .allocate(capacity: wordCount)
    recent.initialize(repeating: 0, count: wordCount)
    seen = .allocate(capacity: wordCount)
    seen.initialize(repeating: 0, count: wordCount)
  }

  deinit {
    recent.deallocate()
    seen.deallocate()
  }

  @inline(__always)
  func note(_ outcome: Int) {
    precondition(outcome >> 6 < wordCount)
    recent[outcome >> 6] |= 1 << UInt64(outcome & 63)
  }

  /// The outcomes that came up since this was asked last.
  package func takeRecent() -> OutcomeSet {
    defer { settle() }
    return OutcomeSet(capacity: outcomeCount) { recent[$0] }
  }

  /// All outcomes that came up.
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
