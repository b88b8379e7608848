import SuasSpec
import YAML

/// The coverage of the specs of a run, file by file.
///
/// The coverage of several scenario files is merged: an outcome counts as seen if one of them has
/// reached it.
public struct CoverageReport: Sendable {
  /// Sorted by path.
  public let files: [CoveredFile]

  public init(of scenarioFiles: [CheckedScenarioFile], _ results: [FileResult]) {
    var merger = CoverageMerger()
    for file in scenarioFiles { merger.add(Coverage(of: file.spec.checked.coverage)) }
    for result in results {
      // All scenarios of a file have the same spec.
      let coverages = result.scenarios.lazy.compactMap(\.coverage)
      guard var sum = coverages.first else { continue }
      for coverage in coverages.dropFirst() { sum.merge(coverage) }
      merger.add(sum)
    }
    files = merger.files
  }

  /// The reason why coverage cannot be joined.
  package struct Conflict: Error {
    /// The path of a file whose text is not the same everywhere.
    package let path: String
  }

  /// Joins the coverage of several runs of the same specs: each count is the sum of theirs.
  package init(joining reports: [CoverageReport]) throws(Conflict) {
    var merger = CoverageMerger()
    for file in reports.flatMap(\.files) where !merger.add(file) {
      throw Conflict(path: file.path)
    }
    files = merger.files
  }

  /// Creates the coverage that a report has.
  package init(restoring files: [CoveredFile]) { self.files = files }

  /// The number of outcomes seen, of all there are.
  public var tally: CoverageTally { files.reduce(into: CoverageTally()) { $0 += $1.tally } }
}

/// A number of outcomes seen, out of a total.
public struct CoverageTally: Sendable, Equatable {
  public var seen = 0
  public var total = 0

  package init(seen: Int = 0, total: Int = 0) {
    self.seen = seen
    self.total = total
  }

  /// Returns true if at least `minimum` percent was seen.
  public func reaches(_ minimum: Double) -> Bool {
    Double(seen) * 100 >= minimum * Double(total)
  }

  static func += (tally: inout CoverageTally, other: CoverageTally) {
    tally.seen += other.seen
    tally.total += other.total
  }
}

extension CoverageTally {
  /// The percentage with one decimal, rounded down: it is 100 only if everything was seen.
  public var percentText: String {
    guard total > 0, seen < total else { return "100" }
    let tenths = seen.multipliedFullWidth(by: 1000)
    let quotient = total.dividingFullWidth(tenths).quotient
    return "\(quotient / 10).\(quotient % 10)"
  }
}

/// The coverage of one spec file.
public struct CoveredFile: Sendable {
  /// Relative to the working directory if the file lies below it.
  public let path: String
  package let source: Source
  /// In the order of the file.
  package var points: [CoveredPoint]

  package init(path: String, source: Source, points: [CoveredPoint]) {
    self.path = path
    self.source = source
    self.points = points
  }

  public var tally: CoverageTally {
    points.reduce(into: CoverageTally()) { $0 += $1.tally }
  }
}

/// A coverage point of a file, with the number of times that each outcome was seen.
package struct CoveredPoint: Sendable {
  package let point: CoveragePoint
  /// By the index of the outcome.
  package var counts: [Int]
  /// By the index of the outcome: true if it can occur.
  package var isPossible: [Bool]
  /// True if an alias gives other owners a point with the same range; its owner is then named.
  var isAliased = false

  package init(point: CoveragePoint, counts: [Int], isPossible: [Bool]) {
    self.point = point
    self.counts = counts
    self.isPossible = isPossible
  }

  package var tally: CoverageTally {
    CoverageTally(
      seen: zip(counts, isPossible).count { $0 > 0 && $1 }, total: isPossible.count { $0 })
  }

  /// The message for the outcomes that were not seen; nil if all were.
  package var missing: String? {
    let missing = point.outcomes.indices.filter { counts[$0] == 0 && isPossible[$0] }
    guard !missing.isEmpty else { return nil }
    return point.wording(ofMissing: missing.map { point.outcomes[$0] }, isAliased: isAliased)
  }

  /// The number of times that the point was reached.
  package var visits: Int { counts.reduce(0, +) }
}
