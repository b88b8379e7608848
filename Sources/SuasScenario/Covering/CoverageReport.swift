import SuasSpec
import YAML

/// What the scenarios of a run have seen of their specs, file by file.
///
/// The specs of several scenario files are merged: an outcome counts as seen where one of them has
/// come to it.
public struct CoverageReport: Sendable {
  /// By path.
  public let files: [CoveredFile]

  public init(of scenarioFiles: [CheckedScenarioFile], _ results: [FileResult]) {
    var merger = CoverageMerger()
    for file in scenarioFiles { merger.add(Coverage(of: file.spec.checked.coverage)) }
    for result in results {
      // The scenarios of a file are of one spec.
      let coverages = result.scenarios.lazy.compactMap(\.coverage)
      guard var sum = coverages.first else { continue }
      for coverage in coverages.dropFirst() { sum.merge(coverage) }
      merger.add(sum)
    }
    files = merger.files
  }

  /// How many outcomes were seen, of all there are.
  public var tally: CoverageTally { files.reduce(into: CoverageTally()) { $0 += $1.tally } }
}

/// So many outcomes seen, of so many.
public struct CoverageTally: Sendable, Equatable {
  public var seen = 0
  public var total = 0

  /// Whether so much of a hundred was seen.
  public func reaches(_ minimum: Double) -> Bool {
    Double(seen) * 100 >= minimum * Double(total)
  }

  static func += (tally: inout CoverageTally, other: CoverageTally) {
    tally.seen += other.seen
    tally.total += other.total
  }
}

/// What was seen of one spec file.
public struct CoveredFile: Sendable {
  /// From the working directory on, where the file lies below it.
  public let path: String
  let source: Source
  /// In the order of the file.
  var points: [CoveredPoint]

  public var tally: CoverageTally {
    points.reduce(into: CoverageTally()) { $0 += $1.tally }
  }
}

/// A coverage point as it stands in its file, and how often each of its outcomes was seen.
struct CoveredPoint: Sendable {
  let point: CoveragePoint
  /// By the point's outcomes.
  var counts: [Int]
  /// Whether each can come up.
  var isPossible: [Bool]
  /// Whether an alias makes the point's place one of others too, of which it is told apart.
  var isAliased = false

  var tally: CoverageTally {
    CoverageTally(
      seen: zip(counts, isPossible).count { $0 > 0 && $1 }, total: isPossible.count { $0 })
  }

  /// What is to be told of the outcomes that were not seen; nil where all were.
  var missing: String? {
    let missing = point.outcomes.indices.filter { counts[$0] == 0 && isPossible[$0] }
    guard !missing.isEmpty else { return nil }
    return point.wording(ofMissing: missing.map { point.outcomes[$0] }, isAliased: isAliased)
  }

  /// How often the point was come to.
  var visits: Int { counts.reduce(0, +) }
}
