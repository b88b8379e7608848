import YAML

/// Running scenarios one by one, as test frameworks do.
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

extension CheckedScenario {
  /// The range of the scenario's name.
  public var location: SourceRange { place }
}
