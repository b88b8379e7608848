import YAML

extension CheckedScenarioFile {
  var goldens: GoldenFolder { GoldenFolder(of: source.name, chosen: chosenRoot) }

  /// The paths of the golden files beside it that no step names.
  public var strayGoldens: [String] {
    let goldens = goldens
    return goldens.names(besides: goldenNames).map(goldens.path)
  }
}

extension CheckedScenario {
  /// The names of the golden files in the steps.
  var goldenNames: Set<String> {
    var names: Set<String> = []
    for case .golden(let name, _)? in steps.lazy.map(\.act) { names.insert(name) }
    return names
  }
}
