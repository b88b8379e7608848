import YAML

/// Scenarios run one by one, as test frameworks do.
extension Runner {
  /// Runs one scenario of a file.
  ///
  /// Golden files that no step names are not looked for.
  public func run(_ scenario: CheckedScenario, of file: CheckedScenarioFile) -> FileResult {
    var result = FileResult(of: file)
    result.add(run(scenario, of: file, file.goldens))
    return result
  }
}

extension CheckedScenarioFile {
  /// The paths of the golden files beside it that no step names.
  public var strayGoldens: [String] {
    let goldens = goldens
    return goldens.names(besides: goldenNames).map(goldens.path)
  }
}

extension CheckedScenario {
  /// Where the scenario's name stands.
  public var location: SourceRange { place }
}
