import YAML

/// The coverage points of a spec, whose outcomes are numbered.
package struct CoverageTable: Sendable {
  /// The points in the order in which they were checked; their outcomes are numbered in that order.
  package let points: [CoveragePoint]
  /// The index of the point of each outcome.
  private let pointOfOutcome: [Int]
  /// The outcomes that can occur, without those that the checker has shown to be impossible and has
  /// reported in warnings.
  package let possible: OutcomeSet
  /// The files of the spec, including those without a point.
  package let sources: [Source]

  package init(points: [CoveragePoint], impossible: [Range<Int>], sources: [Source]) {
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

  /// The number of outcomes, including impossible ones.
  package var outcomeCount: Int { pointOfOutcome.count }

  package func point(ofOutcome outcome: Int) -> CoveragePoint {
    points[pointOfOutcome[outcome]]
  }
}
