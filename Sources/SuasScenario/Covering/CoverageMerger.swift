import Files
import SuasSpec
import YAML

/// Merges the coverage of specs that share files.
struct CoverageMerger {
  /// The identity of a point within its file, whichever spec the file belongs to.
  fileprivate struct Key: Hashable {
    let kind: CoveragePoint.Kind
    let name: String
    let owner: CoveragePoint.Owner?
    let start: Int
    let end: Int
    let outcomes: [CoveragePoint.Outcome]

    init(_ point: CoveragePoint) {
      kind = point.kind
      name = point.name
      owner = point.owner
      start = point.place.lowerBound
      end = point.place.upperBound
      outcomes = point.outcomes
    }
  }

  fileprivate struct File {
    var covered: CoveredFile
    var places: [Key: Int] = [:]
  }

  private var merged: [BytePath: File] = [:]
  private let workingFolder = WorkingFolder()
  /// The identity (real path) of a file by each name under which it is read.
  private var identities: [BytePath: BytePath] = [:]

  /// The files, sorted by path, with the points of each in file order.
  var files: [CoveredFile] {
    merged.values.map(\.covered).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      .map { file in
        var file = file
        file.points = file.points.enumerated().sorted { left, right in
          let (first, second) = (left.element.point.place, right.element.point.place)
          return (first.lowerBound, left.offset) < (second.lowerBound, right.offset)
        }.map(\.element)
        for index in file.points.map(\.point).aliased { file.points[index].isAliased = true }
        return file
      }
  }

  mutating func add(_ coverage: Coverage) {
    let table = coverage.table
    for source in table.sources { _ = open(source) }
    for point in table.points {
      let outcomes = point.first..<point.first + point.outcomes.count
      let covered = CoveredPoint(
        point: point, counts: Array(coverage.counts[outcomes]),
        isPossible: outcomes.map(table.possible.contains))
      let identity = open(point.place.source)
      merged[identity]?.add(covered, Key(point))
    }
  }

  /// Adds a file of a report.
  ///
  /// - Returns: false if the file was added before with another text.
  mutating func add(_ file: CoveredFile) -> Bool {
    let identity = BytePath(file.path)
    var known =
      merged[identity]
      ?? File(covered: CoveredFile(path: file.path, source: file.source, points: []))
    guard known.covered.source.utf8 == file.source.utf8 else { return false }
    for point in file.points { known.add(point, Key(point.point)) }
    merged[identity] = known
    return true
  }

  /// Adds a file to the list if it is new, and returns its identity.
  private mutating func open(_ source: Source) -> BytePath {
    let name = BytePath(source.name)
    let identity = identities[name] ?? FileSystem.identity(of: source.name)
    identities[name] = identity
    if merged[identity] == nil {
      let covered = CoveredFile(
        path: workingFolder.name(of: identity), source: source, points: [])
      merged[identity] = File(covered: covered)
    }
    return identity
  }
}

extension CoverageMerger.File {
  fileprivate mutating func add(_ point: CoveredPoint, _ key: CoverageMerger.Key) {
    guard let place = places[key] else {
      places[key] = covered.points.count
      return covered.points.append(point)
    }
    for outcome in point.counts.indices {
      covered.points[place].counts[outcome] = covered.points[place].counts[outcome].adding(
        point.counts[outcome])
      if point.isPossible[outcome] { covered.points[place].isPossible[outcome] = true }
    }
  }
}
