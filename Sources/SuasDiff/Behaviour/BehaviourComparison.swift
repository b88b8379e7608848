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

/// Explores two versions of a spec side by side, and collects the differences in their behaviour.
struct BehaviourComparison {
  private let old: SpecVersion
  private let new: SpecVersion
  private var settings: ExploreSettings
  private let end: ContinuousClock.Instant?
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
    end = settings.time.map { ContinuousClock.now + .nanoseconds($0.nanoseconds) }
    mapping = VersionMapping(from: old.spec, to: new.spec, renames: renames.names)
    reader = AspectReader(old, new, mapping, comparesSelectors: !renames.keepSelectors)
    places = ResponsiblePlaces(old, new, renames)
  }

  /// Returns the differences in behaviour: from the initial states, and after each step of some
  /// scenarios.
  ///
  /// - Throws: the reason why the exploration cannot begin.
  static func run(
    _ old: SpecVersion, _ new: SpecVersion, _ renames: Renames, _ scenarios: [ScenarioPair],
    _ settings: ExploreSettings, mostAttempts: Int
  ) throws(ActionError) -> Behaviour {
    var comparison = BehaviourComparison(old, new, renames, settings)
    let played = scenarios.map { pair in
      PlayedScenario(pair: pair, firstDifference: comparison.firstDifference(of: pair))
    }
    for scenario in played where scenario.pair.isExpected {
      comparison.expectDifference(of: scenario)
    }
    comparison.noteInitialStates()
    let extent = try comparison.explore(from: comparison.openings, mostAttempts: mostAttempts)
    let steps = comparison.explore(fromStepsOf: played, mostAttempts: mostAttempts / 2)
    return Behaviour(differences: comparison.differences, extent: extent, scenarioSteps: steps)
  }

  /// The longest time that is kept, in nanoseconds: that of 290 years.
  private static let longest = 9e18

  /// The greatest number of steps of scenarios after which moves are tried.
  private static let mostScenarioSteps = 1000

  /// Tries single moves after the steps of scenarios.
  ///
  /// - Returns: the number of these steps.
  private mutating func explore(
    fromStepsOf scenarios: [PlayedScenario], mostAttempts: Int
  ) -> Int {
    var attempts = mostAttempts
    var steps = 0
    for scenario in scenarios {
      // After a difference, others may be its consequences.
      let alike = scenario.firstDifference?.index ?? scenario.pair.old.stepCount
      for count in stride(from: 1, through: alike, by: 1) {
        guard attempts > 0, steps < Self.mostScenarioSteps, !isOver else { return steps }
        let openings = scenario.pair.openings(after: count)
        guard let found = try? explore(from: openings, deepest: 1, mostAttempts: attempts) else {
          continue
        }
        attempts -= max(1, found.attempts)
        steps += 1
      }
    }
    return steps
  }

  /// True if the time is over, or the user wants it to be.
  private var isOver: Bool {
    settings.isInterrupted() || end.map { ContinuousClock.now >= $0 } ?? false
  }

  /// The differences in the order in which they were found: from the initial states, and then from
  /// steps of scenarios.
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
      named: "The initial states are the old ones", selectors: aspects.selectors)
    let difference = BehaviourDifference(
      trigger: nil, aspects: aspects, places: places.ofInitialStates(aspects), witness: witness)
    let keys = keys(of: aspects, after: "", [])
    seen.formUnion(keys)
    found.append(Found(difference: difference, keys: keys))
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
    // The time is that of the whole comparison.
    if let end {
      let left = (end - ContinuousClock.now) / .nanoseconds(1)
      settings.time = CEL.Duration(nanoseconds: Int64(min(max(1, left), Self.longest)))
    }
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
      let aspects = reader.aspects(old, new, after: step.move)
      guard !aspects.isEmpty else { return .onward }
      let keys = keys(of: aspects, after: step.move.kind, old.actions)
      if !keys.allSatisfy(seen.contains) {
        seen.formUnion(keys)
        steps.append(
          DifferentStep(path: step.path, outcomes: (old, new), aspects: aspects, keys: keys))
      }
      return aspects.leadsToTheSame ? .onward : .notFromHere
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
      givesStates: found.contains {
        $0.difference.trigger == nil && !$0.difference.aspects.isOfSelectors
      },
      selectors: step.aspects.selectors)
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
      // Whatever led to a state, selectors compute the same values from it, and so do the requests
      // of effects from their payloads.
      switch subject {
      case .selector, .request: return Key(trigger: "", subject: subject)
      case .state, .refusal, .effect, .action, .notification: break
      }
      return Key(trigger: trigger, subject: places.cause(of: subject, after: names))
    }
  }

  // MARK: Expected differences

  /// A scenario that was played on both versions.
  private struct PlayedScenario {
    let pair: ScenarioPair
    /// The index of the first step after which the versions differ, and what differs; nil if nothing
    /// does.
    let firstDifference: (index: Int, keys: [Key])?
  }

  /// Notes the difference that a scenario meets which has to change anyway.
  private mutating func expectDifference(of scenario: PlayedScenario) {
    for key in scenario.firstDifference?.keys ?? [] where expected[key] == nil {
      expected[key] = scenario.pair.old.name
    }
  }

  /// Returns the index of the first step of a scenario after which the versions differ; nil if none
  /// does.
  private func firstDifference(of pair: ScenarioPair) -> (index: Int, keys: [Key])? {
    let openings = pair.openings(after: 0)
    guard var old = try? Sandbox(old.spec, from: openings.old),
      var new = try? Sandbox(new.spec, from: openings.new)
    else { return (0, []) }
    var first: (index: Int, keys: [Key])?
    for index in 0..<pair.old.stepCount {
      guard let move = pair.old.move(at: index), let newMove = pair.new.move(at: index) else {
        // A step that is no move is taken on new stores, together with those before it.
        let openings = pair.openings(after: index + 1)
        guard let oldNext = try? Sandbox(self.old.spec, from: openings.old),
          let newNext = try? Sandbox(self.new.spec, from: openings.new)
        else { return (index, []) }
        (old, new) = (oldNext, newNext)
        continue
      }
      guard let outcome = old.record(move)?.outcome, let newOutcome = new.record(newMove)?.outcome
      else { return (index, []) }
      let aspects = reader.aspects(outcome, newOutcome, after: move)
      if aspects.isEmpty || aspects.isOfSelectors { continue }
      let difference = (index, keys(of: aspects, after: move.kind, outcome.actions))
      if !aspects.leadsToTheSame { return difference }
      first = first ?? difference
    }
    return first
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
    case .restart: "a restart"
    }
  }
}
