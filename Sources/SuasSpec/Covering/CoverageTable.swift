import YAML

/// Everything in a spec that scenarios are to have seen, each outcome by its number.
package struct CoverageTable: Sendable {
  /// In the order in which they were checked; their outcomes are numbered in it.
  package let points: [CoveragePoint]
  /// For each outcome, the place of its point.
  private let pointOfOutcome: [Int]
  /// The outcomes that can come up: what the check has shown to be impossible, and warned of, is
  /// nobody's to see.
  package let possible: OutcomeSet
  /// The files of the spec, those without a point too.
  package let sources: [Source]

  init(points: [CoveragePoint], impossible: [Range<Int>], sources: [Source]) {
    self.points = points
    self.sources = sources
    var pointOfOutcome: [Int] = []
    pointOfOutcome.reserveCapacity(2 * points.count)
    for index in points.indices {
      for _ in points[index].outcomes { pointOfOutcome.append(index) }
    }
    self.pointOfOutcome = pointOfOutcome
    var possible = OutcomeSet(capacity: pointOfOutcome.count)
    for outcome in pointOfOutcome.indices { possible.insert(outcome) }
    for outcome in impossible.joined() { possible.remove(outcome) }
    self.possible = possible
  }

  /// How many numbers there are, those of impossible outcomes included.
  package var outcomeCount: Int { pointOfOutcome.count }

  package func point(ofOutcome outcome: Int) -> CoveragePoint {
    points[pointOfOutcome[outcome]]
  }
}
