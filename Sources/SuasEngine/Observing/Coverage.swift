import SuasProgram

/// The number of times that each outcome of a spec was seen.
package struct Coverage: Sendable {
  package let table: CoverageTable
  /// The counts, by the numbers of the outcomes.
  package private(set) var counts: ContiguousArray<Int>

  /// Creates coverage in which no outcome was seen.
  package init(of table: CoverageTable) {
    self.table = table
    counts = ContiguousArray(repeating: 0, count: table.outcomeCount)
  }

  mutating func note(_ outcome: Int) { counts[outcome] += 1 }

  /// Adds the counts of other coverage of the same spec.
  package mutating func merge(_ other: Coverage) {
    for (outcome, count) in other.counts.enumerated() { counts[outcome] += count }
  }

  /// The outcomes that were seen at least once.
  package var seen: OutcomeSet {
    var seen = OutcomeSet(capacity: counts.count)
    for (outcome, count) in counts.enumerated() where count > 0 { seen.insert(outcome) }
    return seen
  }
}
