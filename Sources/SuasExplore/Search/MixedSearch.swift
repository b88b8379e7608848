import SuasScenario
import SuasSpec

/// A breadth-first search, followed by guided walks if it had to leave states out, or if scenarios
/// have payloads that may lead to states that it did not reach.
///
/// Each of the two has the limits of the settings, and half of the time limit. The walks make no
/// more steps than there was memory for states.
struct MixedSearch<M: Machine> {
  let context: SearchContext
  let settings: ExploreSettings
  /// The machines of the breadth-first search.
  let machines: [M]
  /// The machines of the walks. The outcomes that a machine has noted depend on the work that it
  /// happened to get, so the walks do not share machines with the search.
  let walkers: [M]
  let report: (Progress) -> Void

  func run() -> SearchOutcome {
    var search = BreadthFirst(context.beforeWalks, settings, machines, report: report)
    var outcome = search.run()
    guard context.deadline.ending == nil, let steps = stepsOfWalks(after: outcome) else {
      return outcome
    }
    var settings = settings
    settings.strategy = .guided
    settings.mostStates = min(settings.mostStates, steps)
    settings.deepest = min(settings.deepest, settings.deepestWalk)
    settings.seen = outcome.seen
    var walks = Walks(context, settings, walkers, report: report)
    outcome.add(walks.run())
    return outcome
  }

  /// Returns the greatest number of steps that walks make after a search; nil for no walks.
  private func stepsOfWalks(after outcome: SearchOutcome) -> Int? {
    switch outcome.statistics.ending {
    case .states, .time: .max
    case .memory: outcome.statistics.states
    case .exhausted, .depth:
      leavesOut(outcome) && !context.moves.samples.isEmpty
        ? max(Self.fewestSteps, outcome.statistics.states) : nil
    case .stuck, .interrupted, .violations: nil
    }
  }

  /// The number of steps that are made to try the payloads of scenarios.
  private static var fewestSteps: Int { 1000 }

  /// True if there is something that the search did not come to.
  private func leavesOut(_ outcome: SearchOutcome) -> Bool {
    let seen = outcome.seen.map { context.outcomes.subtracting($0).isEmpty } ?? true
    return !seen || outcome.goals.contains { $0 == nil }
  }
}

extension SearchOutcome {
  /// Adds the findings of walks that followed this search. They may have seen the same states,
  /// which are not counted again.
  fileprivate mutating func add(_ walks: SearchOutcome) {
    let known = Set(violations.map { ViolationKey($0.error) })
    violations += walks.violations.filter { !known.contains(ViolationKey($0.error)) }
    for (goal, moves) in walks.goals.enumerated() where goals[goal] == nil { goals[goal] = moves }
    statistics.attempts += walks.statistics.attempts
    statistics.steps = walks.statistics.steps
    statistics.goalSteps = walks.statistics.goalSteps
    switch walks.statistics.ending {
    case .interrupted, .violations, .time: statistics.ending = walks.statistics.ending
    default: break
    }
    if let more = walks.seen { seen?.formUnion(more) }
  }
}
