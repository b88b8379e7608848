import LibYAML
import SuasSpec
import YAML

/// A scenario file with the fragments that it includes, before it is checked against a spec.
package struct ScenarioSource: Sendable {
  private(set) var file: ScenarioFile
  let fragments: FragmentTable
  /// The folder below which files are read, if the user names one.
  let chosenRoot: ChosenRoot

  /// The paths of the spec's files, as a user would name them.
  package var specPaths: [String] {
    file.specs.map { Root.path($0.text, beside: file.source.name) }
  }

  /// Reads a file that is named beside the scenario file.
  private func readFile(_ written: Scalar) throws(Diagnostics) -> [UInt8] {
    let root = Root(of: file.source.name, chosen: chosenRoot)
    let path = Root.path(written.text, beside: file.source.name)
    try root.check(path, namedAt: written.range)
    return try bytes(path, below: root, root.openFiles, namedAt: .range(written.range))
  }

  /// Checks the file against a spec.
  package func checked(
    against spec: CompiledSpec, journal: ReadingJournal? = nil
  ) throws(Diagnostics) -> CheckedScenarioFile {
    var checked = try CheckedScenarioFile(
      checking: file, against: spec, fragments, journal: journal, readFile: readFile)
    checked.chosenRoot = chosenRoot
    return checked
  }

  /// Checks one scenario of the file against a spec, and none of the others.
  package func checked(
    _ scenario: CheckedScenario, against spec: CompiledSpec
  ) throws(Diagnostics) -> CheckedScenarioFile {
    var alone = self
    alone.file.scenarios.removeAll { !$0.node.range.offsets.contains(scenario.place.lowerBound) }
    let rows = try alone.checked(against: spec)
    return rows.keeping(rows.scenarios.indices.filter { rows.scenarios[$0].row == scenario.row })
  }
}

extension Loader {
  /// Reads the fragments that a scenario file includes.
  func source(
    of file: ScenarioFile, at path: String, _ root: Root
  ) throws(Diagnostics) -> ScenarioSource {
    var included = IncludedFiles<FragmentFile>(root)
    try included.read(file.includes, from: path)
    return ScenarioSource(
      file: file, fragments: try FragmentTable(included.files), chosenRoot: self.root)
  }

  /// Reads a checked scenario file again, to be checked against other specs.
  package func source(of file: CheckedScenarioFile) throws(Diagnostics) -> ScenarioSource {
    let path = file.source.name
    return try source(
      of: try ScenarioFile(decoding: try LibYAML.parse(file.source)), at: path,
      Root(of: path, chosen: root))
  }
}
