import SuasScenario
import YAML

extension MutationResult {
  /// Writes the scenarios that tell mutants from the spec, each into a file of its own.
  ///
  /// - Parameter specs: The paths of the spec's files, as the user named them.
  /// - Throws: the reason why a scenario cannot be written; those before it have been written.
  package mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    for index in mutants.indices {
      try mutants[index].save(into: folder, of: specs)
    }
  }
}

extension Mutant {
  fileprivate mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    guard case .survived(var witness) = fate else { return }
    let place = range.location
    witness.file = try folder.write(
      witness.scenario, named: "mutant-\(place.line + 1)-\(mutation.kind.rawValue)", of: specs)
    fate = .survived(witness)
  }
}
