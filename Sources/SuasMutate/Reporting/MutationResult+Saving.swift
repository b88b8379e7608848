import SuasExplore
import SuasScenario
import YAML

extension MutationResult {
  /// Writes the scenarios that tell mutants from the spec, each into a file of its own.
  ///
  /// - Throws: the reason why a scenario cannot be written; those before it have been written.
  package mutating func save(into folder: ScenarioFolder) throws(ScenarioFolder.WriteError) {
    for index in mutants.indices {
      try mutants[index].save(into: folder, of: specs)
    }
  }
}

extension Mutant {
  fileprivate mutating func save(
    into folder: ScenarioFolder, of specs: [JudgedSpec]
  ) throws(ScenarioFolder.WriteError) {
    guard case .survived(var witness, let spec) = fate else { return }
    let line = place.location.line + 1
    witness.file = try folder.write(
      witness.scenario,
      named: "mutant-\(Self.stem(of: place.source))-\(line)-\(mutation.kind.rawValue)",
      of: specs[spec].paths)
    fate = .survived(witness, spec: spec)
  }

  /// The name of a spec's file without its folder and ending, as far as it can stand in a name.
  private static func stem(of source: Source) -> String {
    let name = source.name.split(separator: "/").last ?? ""
    let stem = name.split(separator: ".").first ?? name
    return String(stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }
}
