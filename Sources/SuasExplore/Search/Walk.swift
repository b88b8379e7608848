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
    _ = machine.recorder.takeRecent()
    let goals = Array(ground.spec.checked.goals.indices)
    var acts = machine.acts()
    // What does nothing is no step, and is not tried for ever.
    var failures = 0
    while result.steps.count < length, (way?.length ?? 0) < deepest, failures < 64 {
      guard let act = Self.choice(among: acts, &random) else { break }
      result.attempts += 1
      let attempt = machine.attempt(act) { _ in false }
      let recent = machine.recorder.takeRecent()
      result.seen.formUnion(recent)
      switch attempt {
      case .violation(let error):
        if violations.insert(ViolationKey(error)).inserted {
          result.violations.append((Corpus.Way(after: way, act.move), error))
        }
        machine.takeBack()
        failures += 1
      case .nothing:
        machine.takeBack()
        failures += 1
      case .known(let key), .new(let key):
        guard !machine.isTooLarge else {
          machine.takeBack()
          failures += 1
          break
        }
        failures = 0
        machine.stay()
        acts = machine.acts()
        let next = Corpus.Way(after: way, act.move)
        way = next
        let sights = isGuided ? sights(of: machine.store, recent) : []
        let isNew =
          isGuided && (!corpus.hasVisited(key) || !sights.allSatisfy(corpus.hasSeen))
        result.steps.append(
          Step(
            key: key, sights: sights, way: next, spot: isNew ? machine.spot : nil,
            goals: ground.goals(heldBy: machine, among: goals)))
      }
    }
    return result
  }

  /// The outcomes that came up in a step, and what its state looks like.
  private func sights(of store: Record, _ outcomes: OutcomeSet) -> [UInt64] {
    let subStates = store.fields.compactMap { field -> Record? in
      if case .record(let record) = field { record } else { nil }
    }
    return outcomes.members.map { UInt64($0) } + Features(of: subStates, ground.codec).numbers
  }

  /// One of all acts: each kind as often as every other, whatever its payloads.
  private static func choice(among acts: [Act], _ random: inout SplitMix64) -> Act? {
    guard !acts.isEmpty else { return nil }
    var starts: [Int] = []
    for (index, act) in acts.enumerated() {
      if index == 0 || act.id < 0 || acts[index - 1].id != act.id { starts.append(index) }
    }
    let kind = Int(random.next() % UInt64(starts.count))
    let end = kind + 1 < starts.count ? starts[kind + 1] : acts.count
    return acts[starts[kind] + Int(random.next() % UInt64(end - starts[kind]))]
  }
}
