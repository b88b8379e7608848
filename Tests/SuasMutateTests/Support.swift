import LibYAML
import SuasSpec
import YAML
import YAMLSyntax

@testable import SuasMutate
@testable import SuasScenario

/// A spec and its scenarios, from texts.
struct Project {
  let spec: CompiledSpec
  let file: CheckedScenarioFile
  let source: ScenarioSource

  /// - Parameter steps: The steps of a scenario, one a line; none for a spec without scenarios.
  init(_ text: String, _ steps: [String] = [], named name: String = "spec.yaml") throws {
    spec = try CompiledSpec(Source(name: name, text: text))
    let scenario =
      "spec: spec.yaml\nscenario: All\nsteps:\n"
      + (steps.isEmpty ? "  - note: nothing\n" : steps.map { "  - \($0)\n" }.joined())
    let tree = try LibYAML.parse(Source(name: "a.scenario.yaml", text: scenario))
    source = ScenarioSource(
      file: try ScenarioFile(decoding: tree), fragments: try FragmentTable([]),
      chosenRoot: ChosenRoot())
    file = try source.checked(against: spec)
  }

  /// Returns the mutations of the spec in the order of their places, whether they are specs or not.
  func mutations() throws -> [Mutation] {
    var source = MutationSource(spec.checked, try SpecFiles(of: spec).trees)
    return source.mutations().enumerated().sorted {
      ($0.element.document.place.lowerBound, $0.offset)
        < ($1.element.document.place.lowerBound, $1.offset)
    }.map(\.element)
  }

  /// Judges the scenario.
  func result(jobs: Int = 1, since revision: GitRevision? = nil) throws -> MutationResult {
    var settings = MutationSettings()
    settings.jobs = jobs
    settings.since = revision
    return try MutationRun(of: [JudgedSpec(spec, file, source)], settings).run()
  }
}

extension MutationResult {
  /// The first mutant that has a text in its new lines.
  func mutant(_ text: String) -> Mutant? {
    mutants.first { $0.mutation.document.lines.new.joined(separator: "\n").contains(text) }
  }
}

extension Mutant.Fate {
  var name: String {
    switch self {
    case .killed: "killed"
    case .broken: "broken"
    case .survived: "survived"
    case .equivalent: "equivalent"
    case .undecided: "undecided"
    }
  }
}
