import CEL
import Suas
import SuasExplore
import SuasScenario
import SuasSpec

/// The settings of a comparison.
package struct DiffSettings: Sendable {
  /// The limits of the exploration.
  package var search = ExploreSettings()
  /// The greatest number of moves to try from the initial states; half as many are tried after steps
  /// of scenarios.
  package var mostAttempts = 100_000

  package init() {
    search.mostStates = 20_000
    search.deepest = 100
    search.largest = 3
  }
}

/// The differences between two versions of a spec: what they declare, and what they do.
package struct SpecDifference: Sendable {
  package let declared: [DeclaredDifference]
  package internal(set) var behaviour: Behaviour
  /// The differences in the restoring of the state that the old version saved.
  package private(set) var saved: [SavedDifference]
  /// The scenarios that have to change.
  package let scenarios: [ChangingScenario]

  /// Compares two versions.
  ///
  /// - Parameter scenarios: The scenario files of the spec.
  /// - Throws: the reason why their behaviour cannot be compared.
  package init(
    from old: SpecVersion, to new: SpecVersion, _ scenarios: [ScenarioSource],
    _ settings: DiffSettings
  ) throws(ActionError) {
    let renames = RenameFinder.renames(from: old, to: new)
    declared = DeclaredComparison.differences(old, new, renames)
    let comparison = ScenarioComparison(scenarios, old, new)
    self.scenarios = comparison.changing
    var search = settings.search
    search.moves = MoveSettings(scenarios: comparison.pairs.map(\.old), of: old.spec)
    search.moves.literals = Self.literals(old.checked, new.checked)
    behaviour = try BehaviourComparison.run(
      old, new, renames, comparison.pairs, search, mostAttempts: settings.mostAttempts)
    saved = try SavedComparison.differences(
      old, new, comparison.pairs, search, mostAttempts: settings.mostAttempts / 2)
  }

  /// The constants of both versions, and the numbers beside them: at these, conditions change.
  /// Those of only one version come first.
  private static func literals(_ old: CheckedSpec, _ new: CheckedSpec) -> [Value] {
    let (olds, news) = (old.conditionConstants, new.conditionConstants)
    let single = olds.filter { !news.contains($0) } + news.filter { !olds.contains($0) }
    var literals: [Value] = []
    for value in (single + olds).flatMap(\.andNeighbours) where !literals.contains(value) {
      literals.append(value)
    }
    return Array(literals.prefix(mostLiterals))
  }

  private static let mostLiterals = 60

  /// True if some difference of declarations is one that an app has to follow.
  package var isBreaking: Bool { count(of: .breaking) > 0 }

  /// The number of differences of declarations, and in what becomes of saved state, with an impact.
  func count(of impact: DeclaredDifference.Impact) -> Int {
    declared.count { $0.impact == impact } + saved.count { $0.impact == impact }
  }

  /// True if the versions do something differently that no scenario expects.
  package var changesBehaviour: Bool { behaviour.differences.contains { $0.expectedBy == nil } }

  /// Writes a scenario for each difference in behaviour, and each loss, that scenarios can show.
  ///
  /// - Parameter specs: The paths of the old version's files.
  /// - Throws: the reason why a scenario cannot be written; those before it have been written.
  package mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    for index in behaviour.differences.indices {
      try behaviour.differences[index].witness
        .save(into: folder, named: "difference-\(index + 1)", of: specs)
    }
    for index in saved.indices {
      try saved[index].witness?.save(into: folder, named: "loss-\(index + 1)", of: specs)
    }
  }
}

extension Witness {
  /// Writes the scenario, if it shows the difference: of several errors of one step, for example, it
  /// expects the first alone.
  fileprivate mutating func save(
    into folder: ScenarioFolder, named name: String, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    if isConfirmed { file = try folder.write(scenario, named: name, of: specs) }
  }
}

extension CheckedSpec {
  /// The constants in conditions, and those that the spec declares, each once.
  fileprivate var conditionConstants: [Value] {
    let conditions = coverage.points.compactMap { $0.condition?.expression.tree.root }
    var values: [Value] = []
    for value in conditions.flatMap(\.constants) + constants.map(\.value)
    where !values.contains(value) {
      values.append(value)
    }
    return values
  }
}
