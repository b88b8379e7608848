import CEL
import Suas
import SuasScenario
import SuasSpec

/// Walks through the states at random, each walk from a seed of its own. No two shards make the
/// same walks.
///
/// Random walks begin at the start of the search. Guided ones begin in places with something rarely
/// seen: an outcome of a rule, a guard or a listener, a feature of a state, or a state itself.
struct Walks<M: Machine> {
  private let context: SearchContext
  private let settings: ExploreSettings
  private let workers: Workers<M>
  private let report: (Progress) -> Void

  private var corpus = Corpus()
  private var outcome = SearchOutcome()
  private var foundKeys: Set<ViolationKey> = []
  private var walks = 0
  private var seen: OutcomeSet

  private static var walksAtOnce: Int { 32 }
  /// The number of consecutive rounds without a step after which the search ends.
  private static var mostIdleRounds: Int { 16 }
  /// The number of steps in a guided walk.
  private static var guidedLength: Int { 4 }

  init(
    _ context: SearchContext, _ settings: ExploreSettings, _ machines: [M],
    report: @escaping (Progress) -> Void
  ) {
    self.context = context
    self.settings = settings
    workers = Workers(machines: machines)
    self.report = report
    seen = settings.seen ?? OutcomeSet(capacity: context.spec.checked.coverage.outcomeCount)
    outcome.goals = context.spec.checked.goals.map { _ in nil }
    outcome.ways = context.spec.checked.waysOut.map { _ in .notJudged(.walks) }
    outcome.statistics.goalSteps = context.spec.checked.goals.map { _ in 0 }
  }

  mutating func run() -> SearchOutcome {
    let deadline = context.deadline
    begin()
    outcome.statistics.ending = .states
    var idleRounds = 0
    while outcome.statistics.steps < settings.mostStates, outcome.statistics.ending == .states {
      if let ending = deadline.ending {
        outcome.statistics.ending = ending
        break
      }
      let before = outcome.statistics
      round(until: deadline)
      if deadline.ending != nil { continue }
      // If nothing could be tried in this round, nothing can be tried later.
      if outcome.statistics.attempts == before.attempts { outcome.statistics.ending = .exhausted }
      idleRounds = outcome.statistics.steps == before.steps ? idleRounds + 1 : 0
      if idleRounds == Self.mostIdleRounds, outcome.statistics.ending == .states {
        outcome.statistics.ending = .stuck
      }
      let possible = context.outcomes
      report(
        Progress(
          states: corpus.stateCount, depth: outcome.statistics.depth,
          violations: outcome.violations.count, steps: outcome.statistics.steps,
          coverage: possible.isEmpty
            ? nil : Double(possible.intersection(seen).count) / Double(possible.count)))
    }
    outcome.statistics.states = corpus.stateCount
    outcome.statistics.shared = 1
    outcome.seen = seen
    return outcome
  }

  private mutating func begin() {
    let machine = workers.machines[0]
    machine.enter(machine.start)
    outcome.start = machine.key
    corpus.note(
      machine.key, [], Corpus.Entry(spot: machine.start, way: nil, key: machine.key))
    for goal in context.goals(heldBy: machine, among: Array(outcome.goals.indices)) {
      outcome.goals[goal] = []
    }
  }

  private mutating func round(until deadline: Deadline) {
    for result in results(until: deadline) { merge(result) }
  }

  /// Returns the results of the next walks.
  ///
  /// The walks release the corpus before this returns, so that it then grows in place.
  private mutating func results(until deadline: Deadline) -> [Walk.Result] {
    let left = settings.mostStates - outcome.statistics.steps
    // Only this many steps of a longer walk would count.
    let longest = min(settings.deepest, settings.mostStates)
    let length = settings.strategy == .guided ? Self.guidedLength : longest
    let count = max(1, min(Self.walksAtOnce, (left - 1) / length + 1))
    let plan = Walk(
      context: context, corpus: corpus, lottery: corpus.lottery,
      isGuided: settings.strategy == .guided, deepest: settings.deepest, length: length,
      foundKeys: foundKeys, deadline: deadline)
    let (first, seed) = (walks, settings.seed)
    walks += count
    let (stride, start) = settings.shard.map { ($0.count, $0.index - 1) } ?? (1, 0)
    return workers.results(of: count, until: deadline) { machine, number in
      let walk = UInt64(first + number) &* UInt64(stride) &+ UInt64(start)
      var random = SplitMix64(seed: seed ^ walk &* 0xD1B5_4A32_D192_ED03)
      return plan.result(of: machine, &random)
    }
  }

  /// Merges the results of a walk; called for the walks in their order.
  private mutating func merge(_ result: Walk.Result) {
    outcome.statistics.attempts += result.attempts
    seen.formUnion(result.seen)
    for step in result.steps where outcome.statistics.steps < settings.mostStates {
      outcome.statistics.steps += 1
      outcome.statistics.depth = max(outcome.statistics.depth, step.way.length)
      corpus.note(
        step.key, step.sights,
        step.spot.map { Corpus.Entry(spot: $0, way: step.way, key: step.key) })
      for goal in step.goals {
        outcome.statistics.goalSteps[goal] += 1
        let known = outcome.goals[goal]?.count ?? Int.max
        if step.way.length < known { outcome.goals[goal] = Corpus.Way.moves(of: step.way) }
      }
    }
    for (way, error) in result.violations
    where foundKeys.insert(ViolationKey(error)).inserted {
      outcome.violations.append(
        SearchOutcome.Discovery(moves: Corpus.Way.moves(of: way), error: error))
    }
    if outcome.violations.count >= settings.mostViolations {
      outcome.statistics.ending = .violations
    }
  }
}
