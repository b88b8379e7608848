import CEL
import SuasSpec
import YAML

/// Runs scenarios.
public struct Runner: Sendable {
  /// Whether golden files that are missing or different are written.
  let updatesGoldens: Bool
  /// Whether golden files that no step names are removed.
  let prunesGoldens: Bool
  /// Whether results tell what every step did.
  let traces: Bool
  /// Whether results tell what of the spec was seen.
  let covers: Bool
  /// Whether results tell what rules, guards and listeners did.
  let explains: Bool
  /// How effects are performed; nil where scenarios answer them.
  let live: LiveSettings?
  /// Whether results tell what there was where something was expected.
  public var recordsJudgments = false

  public init(
    updatesGoldens: Bool = false, prunesGoldens: Bool = false, traces: Bool = false,
    covers: Bool = false, explains: Bool = false,
    live: LiveSettings? = nil
  ) {
    self.updatesGoldens = updatesGoldens
    self.prunesGoldens = prunesGoldens
    self.traces = traces
    self.covers = covers
    self.explains = explains
    self.live = live
  }

  /// Runs all scenarios of a file.
  public func run(_ file: CheckedScenarioFile) -> FileResult {
    var result = FileResult(name: file.source.name)
    let goldens = GoldenFolder(of: file.source.name)
    for scenario in file.scenarios {
      if let reason = scenario.skip {
        result.scenarios.append(ScenarioResult(scenario, skip: reason))
        continue
      }
      var run = ScenarioRun(scenario, of: file, goldens, self)
      run.run()
      result.scenarios.append(run.result)
      result.writtenGoldens += run.writtenGoldens
      result.problems += run.problems
    }
    judgeStrayGoldens(of: file, goldens, &result)
    return result
  }

  /// Finds the golden files that no step names, skipped scenarios included.
  private func judgeStrayGoldens(
    of file: CheckedScenarioFile, _ goldens: GoldenFolder, _ result: inout FileResult
  ) {
    for name in goldens.names(besides: file.goldenNames) {
      let path = goldens.path(of: name)
      guard prunesGoldens else {
        result.strayGoldens.append(path)
        continue
      }
      do throws(FileError) {
        try goldens.remove(name)
        result.prunedGoldens.append(path)
      } catch {
        result.strayGoldens.append(path)
        result.problems.append(.golden(path, error))
      }
    }
  }
}

extension Runner {
  /// Who looks on at a scenario; nil where nobody asks for it.
  func probe(of spec: CompiledSpec) -> Probe? {
    guard covers || explains else { return nil }
    let table = spec.checked.coverage
    return Probe(
      on: table, coverage: covers ? CoverageRecorder(table) : nil,
      trace: explains ? TraceRecorder() : nil)
  }
}

extension CheckedScenarioFile {
  /// The golden files that some step names.
  fileprivate var goldenNames: Set<String> {
    var names: Set<String> = []
    for case .golden(let name, _)? in scenarios.flatMap(\.steps).map(\.act) { names.insert(name) }
    return names
  }
}

extension ScenarioResult {
  init(_ scenario: CheckedScenario, skip: String? = nil) {
    name = scenario.name
    tags = scenario.tags
    place = scenario.place
    self.skip = skip
  }
}
