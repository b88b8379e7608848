import CEL
import Suas
import SuasExplore
import SuasScenario
import SuasSpec

/// The result of exploring two versions of a spec side by side.
package struct Behaviour: Sendable {
  package internal(set) var differences: [BehaviourDifference]
  /// The extent of the exploration from the initial states.
  package let extent: ComparingSearch.Extent
  /// The number of steps of scenarios after which single moves were tried besides.
  package let scenarioSteps: Int

  /// True if nothing differs in all there is.
  package var isSame: Bool { differences.isEmpty && extent.isWhole }
}

/// Explores two versions of a spec side by side, and collects what they do differently.
struct BehaviourComparison {
  private let old: SpecVersion
  private let new: SpecVersion
  private let settings: ExploreSettings
  private let mapping: VersionMapping
  private let reader: AspectReader
  private let places: ResponsiblePlaces
  private var seen: Set<Key> = []
  private var found: [Found] = []
  /// The scenarios that expect differences.
  private var expected: [Key: String] = [:]

  /// The identity of a difference; it is shown once.
  private struct Key: Hashable {
    /// The kind of the last step.
    let trigger: String
    let subject: BehaviourDifference.Subject
  }

  private struct Found {
    var difference: BehaviourDifference
    let keys: [Key]
  }

  /// - Parameter settings: The limits of the exploration, and the moves to try first.
  init(
    _ old: SpecVersion, _ new: SpecVersion, _ renames: Renames, _ settings: ExploreSettings
  ) {
    self.old = old
    self.new = new
    self.settings = settings
    mapping = VersionMapping(from: old.spec, to: new.spec, renames: renames.names)
    reader = AspectReader(old, new, mapping)
    places = ResponsiblePlaces(old, new, renames)
  }

  /// Returns what the versions do differently: from the initial states, and after each step of some
  /// scenarios.
  ///
  /// - Throws: the reason why the exploration cannot begin.
  static func run(
    _ old: SpecVersion, _ new: SpecVersion, _ renames: Renames, _ scenarios: [ScenarioPair],
    _ settings: ExploreSettings, mostAttempts: Int
  ) throws(ActionError) -> Behaviour {
    var comparison = BehaviourComparison(old, new, renames, settings)
    comparison.noteInitialStates()
    let extent = try comparison.explore(from: comparison.openings, mostAttempts: mostAttempts)
    var attempts = mostAttempts / 2
    var steps = 0
    for pair in scenarios {
      for count in 0..<pair.old.stepCount where attempts > 0 {
        let openings = pair.openings(after: count)
        if pair.isExpected { comparison.expectDifference(of: pair, at: count) }
        let found = try? comparison.explore(from: openings, deepest: 1, mostAttempts: attempts)
        attempts -= max(1, found?.attempts ?? 1)
        steps += 1
      }
    }
    return Behaviour(differences: comparison.differences, extent: extent, scenarioSteps: steps)
  }

  /// The differences, those of the shortest steps first.
  private var differences: [BehaviourDifference] {
    found.map { found in
      var difference = found.difference
      let names = found.keys.map { expected[$0] }
      if let name = names.first, !names.contains(nil) { difference.expectedBy = name }
      return difference
    }
  }

  // MARK: The beginning

  /// The beginnings of the exploration: where the initial states differ, both begin with the old
  /// ones, so that nothing differs later only for that reason.
  private var openings: ComparingSearch.Openings {
    var openings = (old: Sandbox.Opening(of: old.spec), new: Sandbox.Opening(of: new.spec))
    if !found.isEmpty, let states = mapping.translated(openings.old.initial) {
      openings.new.initial = states
    }
    return openings
  }

  private mutating func noteInitialStates() {
    let aspects = reader.aspects(old.spec.store.initial, new.spec.store.initial)
    guard !aspects.isEmpty else { return }
    let witness = Witness(
      of: [], from: Sandbox.Opening(of: old.spec), on: old.spec, against: new.spec,
      named: "The initial states are the old ones")
    let difference = BehaviourDifference(
      trigger: nil, aspects: aspects, places: places.ofInitialStates(aspects), witness: witness)
    found.append(Found(difference: difference, keys: keys(of: aspects, after: "", [])))
  }

  // MARK: The search

  /// A step that differs, with the moves that lead to it.
  private struct DifferentStep {
    let path: [Sandbox.Move]
    let outcomes: (old: RecordedStep.Outcome, new: RecordedStep.Outcome)
    let aspects: [BehaviourDifference.Aspect]
    let keys: [Key]
  }

  /// - Parameter deepest: The greatest number of moves on a path; nil for that of the settings.
  private mutating func explore(
    from openings: ComparingSearch.Openings, deepest: Int? = nil, mostAttempts: Int
  ) throws(ActionError) -> ComparingSearch.Extent {
    let mapping = mapping
    var seen = seen
    var steps: [DifferentStep] = []
    let search = ComparingSearch(old.spec, new.spec, settings, mapping: mapping)
    let extent = try search.explore(
      from: openings, deepest: deepest, mostAttempts: mostAttempts
    ) { old, new in
      mapping.differences(old, new).isEmpty
    } visit: { step in
      guard let old = step.outcomes.old, let new = step.outcomes.new else { return .notFromHere }
      let aspects = reader.aspects(old, new)
      guard !aspects.isEmpty else { return .onward }
      let keys = keys(of: aspects, after: step.move.kind, old.actions)
      if !keys.allSatisfy(seen.contains) {
        seen.formUnion(keys)
        steps.append(
          DifferentStep(path: step.path, outcomes: (old, new), aspects: aspects, keys: keys))
      }
      return .notFromHere
    }
    self.seen = seen
    for step in steps { note(step, from: openings.old) }
    return extent
  }

  private mutating func note(_ step: DifferentStep, from opening: Sandbox.Opening) {
    guard let move = step.path.last else { return }
    let witness = Witness(
      of: step.path, from: opening, on: old.spec, against: new.spec,
      named: "All is as before after \(move.kind)",
      givesStates: found.contains { $0.difference.trigger == nil })
    let difference = BehaviourDifference(
      trigger: move.line(of: old.spec), aspects: step.aspects,
      places: places.of(step.aspects, step.outcomes.old, step.outcomes.new), witness: witness)
    found.append(Found(difference: difference, keys: step.keys))
  }

  /// The identities of a difference after a step.
  ///
  /// - Parameter actions: The actions that reached the reducers.
  private func keys(
    of aspects: [BehaviourDifference.Aspect], after trigger: String,
    _ actions: [RecordedStep.Outcome.Named]
  ) -> [Key] {
    let names = actions.map(\.name)
    return aspects.primarySubjects.map { subject in
      Key(trigger: trigger, subject: places.cause(of: subject, after: names))
    }
  }

  // MARK: Expected differences

  /// Notes the differences that a step of a scenario meets which has to change anyway.
  private mutating func expectDifference(of pair: ScenarioPair, at index: Int) {
    let openings = pair.openings(after: index)
    guard let move = pair.old.move(at: index), let newMove = pair.new.move(at: index),
      let sandbox = try? Sandbox(old.spec, from: openings.old),
      let newSandbox = try? Sandbox(new.spec, from: openings.new),
      let outcome = sandbox.record(move)?.outcome,
      let newOutcome = newSandbox.record(newMove)?.outcome
    else { return }
    let aspects = reader.aspects(outcome, newOutcome)
    for key in keys(of: aspects, after: move.kind, outcome.actions) {
      expected[key] = expected[key] ?? pair.old.name
    }
  }
}

extension Sandbox.Move {
  /// The move without its values.
  fileprivate var kind: String {
    switch self {
    case .dispatch(let action): "'\(action.name)'"
    case .respond(let effect, _, .failure): "a failure of '\(effect)'"
    case .respond(let effect, _, _): "an answer to '\(effect)'"
    case .advance: "some time"
    }
  }
}
