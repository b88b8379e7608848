import SuasScenario
import SuasSpec

/// A breadth-first search, and guided walks to find what lies beyond if it had to leave states out.
///
/// Each of the two has the limits of the settings, and of a time limit one half. The walks make no
/// more steps than there was memory for states.
struct MixedSearch<M: Machine> {
  let context: SearchContext
  let settings: ExploreSettings
  /// The machines of the breadth-first search.
  let machines: [M]
  /// Those of the walks. Which outcomes a machine has noted depends on the work that it happened to
  /// get, so the walks have machines of their own.
  let walkers: [M]
  let report: (Progress) -> Void

  func run() -> SearchOutcome {
    var search = BreadthFirst(context.halved, settings, machines, report: report)
    var outcome = search.run()
    guard outcome.statistics.ending.isForWantOfRoom, context.deadline.ending == nil else {
      return outcome
    }
    var settings = settings
    settings.strategy = .guided
    if outcome.statistics.ending == .memory { settings.mostStates = outcome.statistics.states }
    settings.deepest = min(settings.deepest, settings.deepestWalk)
    settings.mostViolations -= outcome.violations.count
    settings.seen = outcome.seen
    var walks = Walks(context, settings, walkers, report: report)
    outcome.add(walks.run())
    return outcome
  }
}

extension Statistics.Ending {
  /// True if a search ended because its room or its time was too small for all states.
  fileprivate var isForWantOfRoom: Bool {
    switch self {
    case .states, .memory, .time: true
    case .exhausted, .stuck, .depth, .interrupted, .violations: false
    }
  }
}

extension SearchOutcome {
  /// Adds what walks found after this search. The states that they saw may be the same ones, and
  /// are not counted.
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
