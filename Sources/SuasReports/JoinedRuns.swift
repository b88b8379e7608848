import CEL
import SuasScenario
import SuasSpec
import YAML

/// The reports of several runs, joined into that of one run, in the order that one run would have.
package struct JoinedRuns {
  package private(set) var run = RunResult()
  /// The sums of all counts; nil if nothing was run.
  package private(set) var coverage: CoverageReport?
  /// The shards that belong to those that were joined, but are not among them.
  package private(set) var missing: [String] = []

  /// - Parameter reports: The reports with the names of their files.
  package init(_ reports: [(file: String, report: RunReport)]) throws(ReportFailure) {
    try Self.expectSameTexts(in: reports)
    var places: [CodePoints: Int] = [:]
    var owners: [CodePoints: [Int: String]] = [:]
    for (file, report) in reports {
      for result in report.run.files {
        let name = CodePoints(result.name)
        for scenario in result.scenarios {
          let other = owners[name, default: [:]].updateValue(file, forKey: scenario.number)
          guard let other else { continue }
          throw ReportFailure(
            "the scenario '\(scenario.name)' of '\(result.name)' is in '\(other)' and in '\(file)'")
        }
        if let place = places[name] {
          run.files[place].add(result)
        } else {
          places[name] = run.files.count
          run.files.append(result)
        }
      }
      for unsound in report.run.unsound
      where !run.unsound.contains(where: { CodePoints($0.name) == CodePoints(unsound.name) }) {
        run.unsound.append(unsound)
      }
      run.notRun = run.notRun.adding(report.run.notRun)
      if let duration = report.run.duration { run.duration = (run.duration ?? .zero) + duration }
    }
    order()
    coverage = try Self.coverage(of: reports)
    missing = Self.missingShards(of: reports.compactMap(\.report.run.shard))
  }

  private mutating func order() {
    for index in run.files.indices {
      run.files[index].scenarios.sort { $0.number < $1.number }
    }
    run.files.sort { left, right in
      guard left.number == right.number else { return left.number < right.number }
      return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }

  /// Throws if a file was not the same for all runs, so that their places mean different things.
  private static func expectSameTexts(
    in reports: [(file: String, report: RunReport)]
  ) throws(ReportFailure) {
    var seen: [CodePoints: (text: [UInt8], file: String)] = [:]
    for (file, report) in reports {
      for source in report.run.sources {
        guard let other = seen.updateValue((source.utf8, file), forKey: CodePoints(source.name)),
          other.text != source.utf8
        else { continue }
        throw ReportFailure(
          "'\(source.name)' was another text for '\(other.file)' than for '\(file)': join reports of "
            + "the same version of your files")
      }
    }
  }

  private static func coverage(
    of reports: [(file: String, report: RunReport)]
  ) throws(ReportFailure) -> CoverageReport? {
    let coverages = reports.compactMap(\.report.coverage)
    guard !coverages.isEmpty else { return nil }
    do throws(CoverageReport.Conflict) {
      return try CoverageReport(joining: coverages)
    } catch {
      throw ReportFailure(
        "the spec '\(error.path)' was not the same for all reports: join reports of the same version "
          + "of your files")
    }
  }

  private static func missingShards(of shards: [Shard]) -> [String] {
    Set(shards.map(\.count)).sorted().flatMap { count in
      let present = Set(shards.filter { $0.count == count }.map(\.index))
      return (1...count).filter { !present.contains($0) }.map { "\($0)/\(count)" }
    }
  }
}

extension FileResult {
  /// Adds another shard's results for the same file.
  fileprivate mutating func add(_ other: FileResult) {
    number = min(number, other.number)
    scenarios += other.scenarios
    writtenGoldens += other.writtenGoldens
    strayGoldens += other.strayGoldens
    prunedGoldens += other.prunedGoldens
    problems += other.problems
  }
}
