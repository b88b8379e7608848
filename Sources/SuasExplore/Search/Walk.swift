import CEL
import Suas
import SuasScenario
import SuasSpec

/// One random walk: a number of steps, each chosen at random among the possible acts.
struct Walk {
  let context: SearchContext
  /// The corpus as it was when the walk began.
  let corpus: Corpus
  let lottery: Corpus.Lottery
  let isGuided: Bool
  /// The greatest number of steps on a path from the start of the search.
  let deepest: Int
  let length: Int
  /// The violations that have been found.
  let foundKeys: Set<ViolationKey>
  let deadline: Deadline

  struct Step: Sendable {
    let key: StateKey
    /// The sights seen in the step and its state.
    let sights: [UInt64]
    let way: Corpus.Way
    /// The state that the step led to, if a guided walk saw anything new there.
    let spot: Spot?
    let goals: [Int]
  }

  struct Result: Sendable {
    var steps: [Step] = []
    var violations: [(way: Corpus.Way, error: ActionError)] = []
    var attempts = 0
    var seen: OutcomeSet
  }

  func result<M: Machine>(of machine: M, _ random: inout SplitMix64) -> Result {
    var result = Result(
      seen: OutcomeSet(capacity: context.spec.checked.coverage.outcomeCount))
    var violations = foundKeys
    var way: Corpus.Way?
    var spot = machine.start
    if isGuided, let place = lottery.draw(&random) {
      let entry = corpus.entries[place]
      if (entry.way?.length ?? 0) < deepest { (spot, way) = (entry.spot, entry.way) }
    }
    machine.enter(spot)
    let goals = Array(context.spec.checked.goals.indices)
    var acts = machine.acts()
    // An act that does nothing is no step; after 64 in a row, the walk ends.
    var failures = 0
    while result.steps.count < length, (way?.length ?? 0) < deepest, failures < 64,
      deadline.ending == nil
    {
      var best: Option?
      for _ in 0..<(isGuided ? Self.options : 1) {
        guard let ordinal = Self.choice(among: acts, &random) else { break }
        let option = option(ordinal, of: acts, machine, way, &violations, &result)
        guard let option, option.familiarity < best?.familiarity ?? .max else { continue }
        best = option
      }
      guard let best else {
        failures += 1
        continue
      }
      failures = 0
      _ = machine.attempt(best.ordinal, of: acts, nil)
      machine.stay()
      let next = Corpus.Way(after: way, acts[best.ordinal].move)
      acts = machine.acts()
      way = next
      let isNew =
        isGuided && (!corpus.hasVisited(best.key) || !best.sights.allSatisfy(corpus.hasSeen))
      result.steps.append(
        Step(
          key: best.key, sights: best.sights, way: next, spot: isNew ? machine.spot : nil,
          goals: context.goals(heldBy: machine, among: goals)))
    }
    return result
  }

  /// The number of acts that a guided walk compares for each step; it takes the least familiar one.
  private static let options = 3

  private struct Option {
    /// The index of the act.
    let ordinal: Int
    let key: StateKey
    let sights: [UInt64]
    let familiarity: Int
  }

  /// Tries an act; returns `nil` if it leads to no state from which the walk can continue.
  private func option<M: Machine>(
    _ ordinal: Int, of acts: ActList, _ machine: M, _ way: Corpus.Way?,
    _ violations: inout Set<ViolationKey>, _ result: inout Result
  ) -> Option? {
    _ = machine.notes.takeRecent()
    let attempt = machine.attempt(ordinal, of: acts, nil)
    defer { machine.takeBack() }
    let recent = machine.notes.takeRecent()
    result.attempts += 1
    result.seen.formUnion(recent)
    switch attempt {
    case .violation:
      if let error = machine.violation, violations.insert(ViolationKey(error)).inserted {
        result.violations.append((Corpus.Way(after: way, acts[ordinal].move), error))
      }
      return nil
    case .nothing, .unkept: return nil
    case .known, .new:
      guard !machine.isTooLarge else { return nil }
      let key = machine.key
      guard isGuided else { return Option(ordinal: ordinal, key: key, sights: [], familiarity: 0) }
      let sights = sights(of: machine.store, recent)
      return Option(
        ordinal: ordinal, key: key, sights: sights,
        familiarity: corpus.familiarity(of: key, sights))
    }
  }

  /// The sights of a step: the outcomes that came up in it, and the features of its state.
  private func sights(of store: Record, _ outcomes: OutcomeSet) -> [UInt64] {
    outcomes.members.map { UInt64($0) } + Features(of: store.subStates, context.codec).numbers
  }

  /// Returns the index of a random act. Each kind is equally likely, however many payloads it has.
  private static func choice(among acts: ActList, _ random: inout SplitMix64) -> Int? {
    let kinds = acts.kinds
    guard !kinds.isEmpty else { return nil }
    let kind = Int(random.next() % UInt64(kinds.count))
    let end = kind + 1 < kinds.count ? kinds[kind + 1] : acts.count
    return kinds[kind] + Int(random.next() % UInt64(end - kinds[kind]))
  }
}
