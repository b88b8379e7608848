/// Golden files, for editors, which write them themselves.
extension ScenarioResult {
  /// The golden files that differ or are missing, with the contents that they should have.
  package var changesOfGoldens: [(path: String, old: [UInt8]?, new: [UInt8])] {
    goldenChanges.compactMap { change in change.new.map { (change.path, change.old, $0) } }
  }
}

extension CheckedScenarioFile {
  /// The paths of the golden files that the scenarios name.
  package var goldenPaths: [String] {
    let folder = goldens
    return goldenNames.map { folder.path(of: $0) }.sorted()
  }

  /// Reads a golden file; nil if there is none.
  package func golden(at path: String) -> [UInt8]? {
    let folder = goldens
    return try? folder.read(folder.name(at: path))
  }
}

extension CheckedScenarioFile {
  /// Returns the file with only the scenarios with a name, with all of their rows.
  package func keepingScenarios(named name: String) -> CheckedScenarioFile {
    keeping(
      scenarios.indices.filter {
        scenarios[$0].name == name || scenarios[$0].name.hasPrefix("\(name) [")
      })
  }
}
