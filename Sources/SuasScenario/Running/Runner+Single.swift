import YAML

/// Scenarios run one by one, as test frameworks do.
extension Runner {
  /// Runs one scenario of a file.
  ///
  /// Golden files that no step names are not looked for.
  public func run(_ scenario: CheckedScenario, of file: CheckedScenarioFile) -> FileResult {
    var result = FileResult(name: file.source.name)
    if let reason = scenario.skip {
      result.scenarios = [ScenarioResult(scenario, skip: reason)]
      return result
    }
    var run = ScenarioRun(scenario, of: file, GoldenFolder(of: file.source.name), self)
    run.run()
    result.scenarios = [run.result]
    result.writtenGoldens = run.writtenGoldens
    result.problems = run.problems
    return result
  }
}

extension CheckedScenarioFile {
  /// The paths of the golden files beside it that no step names.
  public var strayGoldens: [String] {
    let goldens = GoldenFolder(of: source.name)
    return goldens.names(besides: goldenNames).map(goldens.path)
  }
}

extension CheckedScenario {
  /// Where the scenario's name stands.
  public var location: SourceRange { place }
}
