import CEL
import Suas
import SuasScenario
import SuasSpec

/// A breadth-first search: it expands states in the order of their distance from the start, so that
/// it finds everything by a shortest path first.
struct BreadthFirst<M: Machine> {
  private let context: SearchContext
  private let settings: ExploreSettings
  private let workers: Workers<M>
  private let report: (Progress) -> Void

  private let seen = StateTable()
  private var trail = Trail()
  /// The states that wait to be expanded: those of this depth, then those of the next one.
  private var waiting: ArraySlice<Spot> = []
  private var next: [Spot] = []
  private var waitingBytes = 0
  private var depth = 0
  /// The number of the first state that waits.
  private var first = 0
  private var expanded = 0
  /// The number of states that are in the trail twice, because a shard goes on from them.
  private var copies = 0
  private var isDivided = false

  private var outcome = SearchOutcome()
  private var found: [(state: Int, ordinal: Int, error: ActionError)] = []
  private var foundKeys: Set<ViolationKey> = []
  private var goalStates: [Int?]
  private var isFull = false
  private var drawing: GraphSketch?
  /// The moves that ways out are judged on; nil if none are.
  private var graph: MoveGraph?

  private static var piecesAtOnce: Int { 64 }

  private var stateCount: Int { trail.count - copies }

  init(
    _ context: SearchContext, _ settings: ExploreSettings, _ machines: [M],
    report: @escaping (Progress) -> Void
  ) {
    self.context = context
    self.settings = settings
    workers = Workers(machines: machines)
    self.report = report
    goalStates = context.spec.checked.goals.map { _ in nil }
    drawing = settings.drawing.map { _ in GraphSketch() }
    if settings.reason == nil, !context.spec.plan.waysOut.isEmpty {
      graph = MoveGraph(ways: context.spec.plan.waysOut.count, mostBytes: settings.graphMemory)
    }
  }

  mutating func run() -> SearchOutcome {
    let deadline = context.deadline
    begin()
    while true {
      if waiting.isEmpty {
        divide()
        if next.isEmpty || depth + 1 >= settings.deepest { break }
        waiting = next[...]
        next = []
        depth += 1
      }
      if let ending = deadline.ending {
        outcome.statistics.ending = ending
        break
      }
      if outcome.statistics.ending == .states || outcome.statistics.ending == .violations { break }
      let count = min(waiting.count, M.statesInPiece * Self.piecesAtOnce)
      let spots = Array(waiting.prefix(count))
      // Elements dropped from a slice stay in its array until the array is freed.
      for place in waiting.indices.prefix(count) { waiting[place] = Spot() }
      let done = expand(spots, until: deadline)
      first += done
      expanded += done
      waiting = waiting.dropFirst(count)
      if done < count, let ending = deadline.ending {
        outcome.statistics.ending = ending
        break
      }
      report(
        Progress(
          states: stateCount, depth: depth, violations: found.count,
          waiting: waiting.count + next.count))
    }
    if outcome.statistics.ending == .exhausted, !next.isEmpty {
      outcome.statistics.ending = .depth
    }
    if outcome.statistics.ending == .exhausted, isFull { outcome.statistics.ending = .memory }
    finish()
    return outcome
  }

  /// Gives up the states of other shards, once there are enough states of one depth.
  ///
  /// All shards do this at the same depth, and each state of that depth belongs to one of them.
  /// Every path to a state further on leads through one of these. So the shards together see all
  /// that an undivided search would see, each state at its distance from the start.
  private mutating func divide() {
    guard let shard = settings.shard, !isDivided,
      next.count >= shard.count * settings.fewestPerShard
    else { return }
    isDivided = true
    outcome.statistics.shared = trail.count
    let numbers = trail.count - next.count..<trail.count
    let machine = workers.machines[0]
    let spots = next
    next = []
    for (number, spot) in zip(numbers, spots) {
      machine.enter(spot)
      if shard.holds(machine.key) {
        // The states that wait have numbers that follow each other.
        trail.append(again: number)
        next.append(spot)
      } else {
        waitingBytes -= spot.byteCount
      }
    }
    copies = next.count
    first = trail.count - copies
  }

  private mutating func begin() {
    let machine = workers.machines[0]
    machine.enter(machine.start)
    _ = seen.insert(machine.key)
    outcome.start = machine.key
    trail.append(parent: 0, ordinal: 0)
    next = [machine.start]
    depth = -1
    for goal in context.goals(heldBy: machine, among: Array(goalStates.indices)) {
      goalStates[goal] = 0
    }
    drawing?.addState(machine.key, machine.store)
    if graph != nil {
      let roles = context.roles(of: machine)
      graph?.add(machine.key, roles)
    }
  }

  /// Expands states. Returns the number of states that were expanded completely, which is less than
  /// all if the search is to end.
  private mutating func expand(_ spots: [Spot], until deadline: Deadline) -> Int {
    let first = first
    let openGoals = goalStates.indices.filter { goalStates[$0] == nil }
    let foundKeys = foundKeys
    let count = (spots.count + M.statesInPiece - 1) / M.statesInPiece
    let expansion = Expansion(
      context: context, seen: seen, openGoals: openGoals, foundKeys: foundKeys,
      draws: drawing != nil, keepsMoves: graph.map { !$0.isTooLarge } ?? false)
    let pieces = workers.results(of: count, until: deadline) { machine, number in
      let start = number * M.statesInPiece
      let range = start..<min(start + M.statesInPiece, spots.count)
      return expansion.piece(spots[range], first: first, machine)
    }
    var isWhole = true
    for (number, piece) in pieces.enumerated() {
      merge(piece)
      isWhole = isWhole && piece.isWhole
      if isWhole { graph?.add(piece.successors) }
      for spot in spots[(number * M.statesInPiece)...].prefix(M.statesInPiece) {
        waitingBytes -= spot.byteCount
      }
    }
    return min(spots.count, pieces.prefix(while: \.isWhole).count * M.statesInPiece)
  }

  /// Merges the results of a piece; called for the pieces in their order.
  private mutating func merge(_ piece: Expansion.Piece) {
    outcome.statistics.attempts += piece.attempts
    for violation in piece.violations where found.count < settings.mostViolations {
      guard foundKeys.insert(ViolationKey(violation.error)).inserted else { continue }
      found.append(violation)
    }
    if found.count >= settings.mostViolations { outcome.statistics.ending = .violations }
    for candidate in piece.candidates { take(candidate) }
    for key in piece.tooLarge where !isFull && seen.insert(key) {
      outcome.statistics.tooLarge += 1
    }
    drawing?.add(piece.edges)
  }

  private mutating func take(_ candidate: Expansion.Piece.Candidate) {
    guard stateCount < settings.mostStates else {
      outcome.statistics.ending = .states
      return
    }
    if !isFull, memory + candidate.spot.byteCount > settings.memory { isFull = true }
    guard !isFull, seen.insert(candidate.key) else { return }
    let number = trail.count
    trail.append(parent: candidate.parent, ordinal: candidate.ordinal)
    next.append(candidate.spot)
    waitingBytes += candidate.spot.byteCount
    for goal in candidate.goals where goalStates[goal] == nil { goalStates[goal] = number }
    graph?.add(candidate.key, candidate.roles)
  }

  private var memory: Int {
    seen.byteCount(with: 1) + trail.count * Trail.bytesPerState * 2 + waitingBytes
  }

  private mutating func finish() {
    let machine = workers.machines[0]
    outcome.statistics.states = stateCount
    if !isDivided { outcome.statistics.shared = stateCount }
    outcome.statistics.expanded = expanded
    outcome.statistics.depth = max(0, next.isEmpty ? depth : depth + 1)
    outcome.violations = found.map { found in
      let way = trail.ordinals(to: found.state) + [found.ordinal]
      return SearchOutcome.Discovery(moves: machine.moves(along: way), error: found.error)
    }
    outcome.goals = goalStates.map { state in
      state.map { machine.moves(along: trail.ordinals(to: $0)) }
    }
    outcome.graph = drawing?.graph
    outcome.ways = ways(machine)
    outcome.seen = workers.seen
  }
}

extension BreadthFirst {
  /// Judges the ways out.
  private func ways(_ machine: M) -> [SearchOutcome.Way] {
    guard let graph, !graph.isTooLarge else {
      let reason = settings.reason ?? .memory
      return context.spec.plan.waysOut.map { _ in .notJudged(reason) }
    }
    return graph.judgements().map { judgement in
      .judged(
        trap: judgement.closed.first.map { machine.moves(along: trail.ordinals(to: $0)) },
        closed: judgement.closed.count, undecided: judgement.undecided)
    }
  }
}

extension Machine {
  /// Returns the moves of a path whose steps are given as indices into the acts of each state.
  func moves(along ordinals: [Int]) -> [Sandbox.Move] {
    enter(start)
    return ordinals.map { ordinal in
      let acts = acts()
      _ = attempt(ordinal, of: acts, nil)
      stay()
      return acts[ordinal].move
    }
  }
}

extension PlannedCondition {
  /// Returns true if the condition holds on the slots; a condition that meets an error does not.
  func holds(of slots: ContiguousArray<Value>) -> Bool {
    var frame = Frame(slots: slots, budget: Frame.standardBudget)
    return (try? expression.evaluateBool(&frame)) ?? false
  }
}
