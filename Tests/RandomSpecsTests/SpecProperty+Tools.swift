import CEL
import LibYAML
import RandomSpecs
import SuasDiff
import SuasExplore
import SuasSpec
import Support
import YAML
import YAMLSyntax

@testable import SuasMutate
@testable import SuasScenario

/// Promises of what changes specs, compares them and plays on them.
extension SpecProperty {
  static let ofTools: [SpecProperty] = [
    SpecProperty(
      name: "A session that is played is saved as a scenario that passes", fault: played),
    SpecProperty(
      name: "The scenario of a difference passes before and fails after", fault: compared),
    SpecProperty(name: "A scenario fails on the mutants that it kills", fault: mutated),
  ]

  private static func played(_ trial: SpecTrial) -> String? {
    var session = Session(of: trial.spec, at: [SpecTrial.fileName])
    for move in trial.moves.prefix(20) {
      _ = session.perform(move.act.line)
      // A tree of dispatches is no session that anybody plays.
      if session.stage.runtime.effectsUnderWay.count > 10 { return nil }
    }
    guard session.position > 0 else { return nil }
    guard session.passingScenario(named: "played", of: [SpecTrial.fileName]) == nil else {
      return nil
    }
    let text = session.scenario(named: "played", of: [SpecTrial.fileName]).text
    return "\((try? run(text, on: trial.spec)) ?? "it cannot be read")\n\(text)"
  }

  /// Compares the spec with one in which a part is left out or simpler.
  private static func compared(_ trial: SpecTrial) throws -> String? {
    guard trial.tree.size < 400, trial.tree.size % 5 == 0 else { return nil }
    var random = Support.SplitMix64(seed: UInt64(trial.tree.size))
    let changed = trial.tree.smaller.shuffled(using: &random).prefix(12).lazy
      .compactMap { try? SpecTrial.compile($0.document) }.first
    guard let changed else { return nil }
    var settings = DiffSettings()
    settings.mostAttempts = 60
    settings.search.mostStates = 15
    settings.search.deepest = 5
    settings.search.largest = 2
    let versions = try (old: SpecVersion(trial.spec), new: SpecVersion(changed))
    let found = try SpecDifference(from: versions.old, to: versions.new, [], settings)
    for difference in found.behaviour.differences {
      var scenario = difference.witness.scenario
      scenario.specs = [SpecTrial.fileName]
      if let failure = try run(scenario.text, on: trial.spec) {
        return "it fails before: \(failure)\n\(scenario.text)"
      }
      guard try run(scenario.text, on: changed) != nil else {
        return "it passes after, too\n\(scenario.text)\n--- the other version\n"
          + changed.checked.coverage.sources.map { String(decoding: $0.utf8, as: UTF8.self) }
          .joined()
      }
    }
    return nil
  }

  private static func mutated(_ trial: SpecTrial) throws -> String? {
    guard trial.tree.size < 350, trial.tree.size % 7 == 0,
      let text = try recording(of: trial)
    else { return nil }
    let source = ScenarioSource(
      file: try ScenarioFile(
        decoding: try LibYAML.parse(Source(name: "random.scenario.yaml", text: text))),
      fragments: try FragmentTable([]), chosenRoot: ChosenRoot())
    let file = try source.checked(against: trial.spec)
    var settings = MutationSettings()
    settings.mostAttempts = 4
    settings.search.mostStates = 3
    settings.search.deepest = 2
    settings.search.largest = 1
    let result = try MutationRun(of: [JudgedSpec(trial.spec, file, source)], settings).run()
    for mutant in result.mutants {
      if case .survived(let witness, _) = mutant.fate, !witness.isConfirmed {
        return "\(mutant.mutation.title): nothing is seen of it after \(witness.lines)"
      }
      guard case .killed(_, let step, let message) = mutant.fate else { continue }
      let changed = try SpecTrial.compile(
        String(decoding: mutant.mutation.document.source.utf8, as: UTF8.self))
      guard try run(text, on: changed) != nil else {
        return "\(mutant.mutation.title): it passes, and is said to fail at step \(step ?? 0): "
          + "\(message)\n\(text)"
      }
    }
    return nil
  }
}
