import CEL
import Suas
import SuasScenario
import SuasSpec

/// Expands states: tries every act in them, and examines the resulting states.
///
/// A class, because a structure would be copied with all its contents wherever it is passed.
final class Expansion: @unchecked Sendable {
  let context: SearchContext
  /// The states that were seen before; nobody adds to them during the expansion.
  let seen: StateTable
  /// The goals that have not been reached.
  let openGoals: [Int]
  /// The violations that have been found.
  let foundKeys: Set<ViolationKey>
  let draws: Bool
  /// True if the moves are kept to judge ways out.
  let keepsMoves: Bool

  init(
    context: SearchContext, seen: StateTable, openGoals: [Int], foundKeys: Set<ViolationKey>,
    draws: Bool, keepsMoves: Bool
  ) {
    self.context = context
    self.seen = seen
    self.openGoals = openGoals
    self.foundKeys = foundKeys
    self.draws = draws
    self.keepsMoves = keepsMoves
  }

  /// The results of expanding some states.
  struct Piece: Sendable {
    struct Candidate: Sendable {
      let key: StateKey
      let parent: Int
      let ordinal: Int
      let spot: Spot
      let goals: [Int]
      let roles: [MoveGraph.Role]
    }

    var candidates: [Candidate] = []
    var violations: [(state: Int, ordinal: Int, error: ActionError)] = []
    var attempts = 0
    /// The states that are too large to be expanded.
    var tooLarge: [StateKey] = []
    var edges: [GraphSketch.Edge] = []
    var successors = MoveGraph.Successors()
    /// False if the search had to end before everything was tried.
    var isWhole = true
  }

  /// - Parameter first: The number of the state that is the first of all spots.
  func piece<M: Machine>(_ spots: ArraySlice<Spot>, first: Int, _ machine: M) -> Piece {
    var piece = Piece()
    let own = StateTable(capacity: 1024)
    let known = KnownStates(seen, own)
    var told = ReportedViolations(found: foundKeys)
    var pace = Pace()
    machine.endWatchingOnceAllIsSeen()
    for (offset, spot) in zip(spots.indices, spots) {
      machine.enter(spot)
      let from = machine.key
      let acts = machine.acts()
      let count = acts.count
      var leadsOn = false
      for ordinal in 0..<count {
        if pace.isDue, context.deadline.ending != nil {
          piece.isWhole = false
          return piece
        }
        piece.attempts += 1
        let attempt = machine.attempt(ordinal, of: acts, known)
        switch attempt {
        case .nothing: break
        case .unkept: leadsOn = true
        case .known:
          if draws { piece.addEdge(from: from, to: machine.key, acts[ordinal]) }
          if keepsMoves { piece.successors.keys.append(machine.key) }
        case .violation(let kind):
          // What was refused leads nowhere.
          leadsOn = leadsOn || machine.key != from
          if draws { piece.addEdge(from: from, to: nil, acts[ordinal]) }
          if !told.hasTold(kind), let error = machine.violation, told.isNew(error) {
            piece.violations.append((first + offset, ordinal, error))
          }
        case .new:
          _ = own.insert(machine.key)
          if keepsMoves { piece.successors.keys.append(machine.key) }
          guard !machine.isTooLarge else {
            piece.tooLarge.append(machine.key)
            break
          }
          guard let spot = machine.spot else { break }
          if draws { piece.addEdge(from: from, to: machine.key, acts[ordinal], machine.store) }
          piece.candidates.append(
            Piece.Candidate(
              key: machine.key, parent: first + offset, ordinal: ordinal, spot: spot,
              goals: context.goals(heldBy: machine, among: openGoals),
              roles: keepsMoves ? context.roles(of: machine) : []))
        }
        machine.takeBack()
      }
      piece.successors.ends.append(piece.successors.keys.count)
      piece.successors.leadsOn.append(leadsOn)
    }
    return piece
  }
}

/// Decides when to read the clock: about once a millisecond, however long an attempt takes.
private struct Pace {
  private var stride = 1
  private var left = 1
  private var last = ContinuousClock.now

  /// True if the clock is to be read now.
  var isDue: Bool {
    mutating get {
      left -= 1
      guard left == 0 else { return false }
      let now = ContinuousClock.now
      stride = now - last < .milliseconds(1) ? min(stride * 2, 4096) : max(1, stride / 2)
      (last, left) = (now, stride)
      return true
    }
  }
}

/// The violations that need not be reported again.
private struct ReportedViolations {
  private var found: Set<ViolationKey>
  private var kinds: [Bool] = []

  init(found: Set<ViolationKey>) { self.found = found }

  /// Returns true if a violation of the kind was reported, and marks the kind as reported.
  mutating func hasTold(_ kind: BareReducers.RefusalKind) -> Bool {
    guard kind != .unknown else { return false }
    while kinds.count <= kind.number { kinds.append(false) }
    defer { kinds[kind.number] = true }
    return kinds[kind.number]
  }

  mutating func isNew(_ error: ActionError) -> Bool { found.insert(ViolationKey(error)).inserted }
}

extension Expansion.Piece {
  fileprivate mutating func addEdge(
    from: StateKey, to: StateKey?, _ act: Act, _ store: Record? = nil
  ) {
    edges.append(GraphSketch.Edge(from: from, to: to, act: act.move, store: store))
  }
}

extension SearchContext {
  /// Returns the goals, among the given ones, that hold in a machine's current state.
  func goals<M: Machine>(heldBy machine: M, among open: [Int]) -> [Int] {
    guard !open.isEmpty else { return [] }
    let slots: ContiguousArray<Value> = [.record(machine.store), .record(machine.pending)]
    return open.filter { spec.plan.goals[$0].holds(of: slots) }
  }
}
