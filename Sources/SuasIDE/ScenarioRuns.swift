import CEL
import Files
import Locking
import SuasExplore
import SuasFormat
import SuasScenario
import SuasSpec
import YAML

/// The outcome of a scenario, as the last run saw it.
package struct ScenarioOutcome: Sendable {
  package let name: String
  package let path: String
  /// The offset of the scenario's name.
  package let offset: Int
  package let source: Source
  /// Nil if it passed.
  package let message: String?
}

/// A place in a spec where coverage is missing.
package struct MissingCoverage: Sendable {
  package let path: String
  /// The offsets of the start and the end of the place.
  package let start: Int
  package let offset: Int
  package let message: String
  /// The action whose rules the place is in; nil for another place.
  let action: String?
  /// The outcomes that were not seen.
  let outcomes: Set<CoveragePoint.Outcome>

  /// Returns nil for a place where nothing is missing.
  fileprivate init?(_ covered: CoveredPoint, in source: Source) {
    guard let message = covered.missing else { return nil }
    let point = covered.point
    path = source.name
    offset = point.place.upperBound
    start = point.place.lowerBound
    self.message = message
    action = if case .rules(_, let action)? = point.owner { action } else { nil }
    outcomes = Set(
      point.outcomes.indices.filter { covered.counts[$0] == 0 && covered.isPossible[$0] }
        .map { point.outcomes[$0] })
  }
}

/// The results of running a scenario file.
package struct RunOutcome: Sendable {
  package var scenarios: [ScenarioOutcome] = []
  package var coverage: [MissingCoverage] = []
  /// The paths of the files of the spec, if its coverage is known.
  package var specs: Set<String> = []
  /// The golden files that differ from their scenarios.
  package var goldens: [(path: String, old: [UInt8]?, new: [UInt8])] = []
}

/// Files as they are at a moment, for work on another thread.
package struct Snapshot: Sendable {
  let root: ChosenRoot
  let path: String

  /// Runs the scenarios of the file, or those with one name.
  package func run(
    scenario: String?, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(EditingFailure) -> RunOutcome {
    var loader = Loader(root: root)
    let file: CheckedScenarioFile
    do throws(Diagnostics) {
      file = try loader.scenarioFile(path)
    } catch {
      throw EditingFailure(
        message: error.items.first?.message ?? "the spec of '\(path)' has errors")
    }
    var runner = Runner(covers: true)
    runner.recordsJudgments = true
    let chosen = scenario.map { file.keepingScenarios(named: $0) } ?? file
    let result = runner.run([chosen], isInterrupted: isInterrupted)
    var outcome = RunOutcome()
    for scenario in result.files.flatMap(\.scenarios) where scenario.skip == nil {
      outcome.goldens += scenario.failed ? scenario.changesOfGoldens : []
      outcome.scenarios.append(
        ScenarioOutcome(
          name: scenario.name, path: path, offset: scenario.place.lowerBound,
          source: scenario.place.source,
          message: scenario.failed ? scenario.failures.first?.message ?? "failed" : nil))
    }
    if scenario == nil {
      for covered in CoverageReport(of: [file], result.files).files {
        outcome.specs.insert(covered.source.name)
        outcome.coverage += covered.points.compactMap {
          MissingCoverage($0, in: covered.source)
        }
      }
    }
    return outcome
  }

  /// Searches the states of a spec for a short time, and returns what was found as text.
  package func explore(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(EditingFailure) -> String {
    var loader = Loader(root: root)
    do throws(Diagnostics) {
      let expedition = try loader.expedition(of: [path], from: nil, scenario: nil)
      var settings = ExploreSettings()
      settings.strategy = .mixed
      settings.time = CEL.Duration("10s")
      settings.isInterrupted = isInterrupted
      settings.consult(loader.scenarios(beside: expedition), of: expedition.spec)
      let explorer = Explorer(expedition.spec, from: expedition.opening, settings)
      guard let exploration = try? explorer.run(report: { _ in }) else {
        throw Diagnostics()
      }
      var text = SearchText()
      text.write(SearchReport(exploration, settings))
      return text.text
    } catch {
      throw EditingFailure(message: error.items.first?.message ?? "the search cannot begin")
    }
  }
}

extension Workspace {
  /// A snapshot for work on a file.
  ///
  /// - Parameter text: The text of the file; nil for the one that it has.
  package func snapshot(of path: String, _ text: [UInt8]? = nil) -> Snapshot {
    let openFiles = OpenFiles(copying: openFiles)
    if let text { openFiles[path] = text }
    return Snapshot(
      root: ChosenRoot(folder: folder(of: path), openFiles: openFiles), path: path)
  }

  /// The scenarios of a file, with the ranges of their names.
  package func scenarios(in document: Document) -> [(name: String, range: Range<Int>)] {
    let analysis = analysis(of: document)
    guard analysis.kind == .scenario else { return [] }
    return analysis.outline.flatMap { $0.kind == .scenario ? [$0] : $0.children }
      .filter { $0.kind == .scenario }.map { ($0.name, $0.selection) }
  }
}
