import CEL
import Suas
import SuasScenario
import SuasSpec

/// One walk: some steps, each chosen at random among what can be done.
struct Walk {
  let ground: Ground
  /// What was known when the walk began.
  let corpus: Corpus
  let lottery: Corpus.Lottery
  let isGuided: Bool
  /// How many steps a way has at the most, from where the search begins.
  let deepest: Int
  let length: Int
  /// The violations that have been found.
  let foundKeys: Set<ViolationKey>
  let deadline: Deadline

  struct Step: Sendable {
    let key: StateKey
    /// What is to be seen there.
    let sights: [UInt64]
    let way: Corpus.Way
    /// Where it led to, where something is new there.
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
      seen: OutcomeSet(capacity: ground.spec.checked.coverage.outcomeCount))
    var violations = foundKeys
    var way: Corpus.Way?
    var spot = machine.start
    if isGuided, let place = lottery.draw(&random) {
      let entry = corpus.entries[place]
      if (entry.way?.length ?? 0) < deepest { (spot, way) = (entry.spot, entry.way) }
    }
    machine.enter(spot)
    let goals = Array(ground.spec.checked.goals.indices)
    var acts = machine.acts()
    // What does nothing is no step, and is not tried for ever.
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
          goals: ground.goals(heldBy: machine, among: goals)))
    }
    return result
  }

  /// How many ways to go on a guided walk looks at; it takes the one that was seen least.
  private static let options = 3

  private struct Option {
    /// The act, by its place among those that can be done.
    let ordinal: Int
    let key: StateKey
    let sights: [UInt64]
    let familiarity: Int
  }

  /// What an act would lead to; nil where it leads nowhere.
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
    case .nothing: return nil
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

  /// The outcomes that came up in a step, and what its state looks like.
  private func sights(of store: Record, _ outcomes: OutcomeSet) -> [UInt64] {
    outcomes.members.map { UInt64($0) } + Features(of: store.subStates, ground.codec).numbers
  }

  /// One of all acts: each kind as often as every other, whatever its payloads.
  private static func choice(among acts: ActList, _ random: inout SplitMix64) -> Int? {
    let kinds = acts.kinds
    guard !kinds.isEmpty else { return nil }
    let kind = Int(random.next() % UInt64(kinds.count))
    let end = kind + 1 < kinds.count ? kinds[kind + 1] : acts.count
    return kinds[kind] + Int(random.next() % UInt64(end - kinds[kind]))
  }
}
