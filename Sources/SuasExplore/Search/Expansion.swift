import CEL
import Suas
import SuasScenario
import SuasSpec

/// Goes on from states by everything that can be done there, and looks at where that leads.
struct Expansion {
  let ground: Ground
  /// The states that were seen before; nobody adds to them meanwhile.
  let seen: StateTable
  /// The goals that have not been reached.
  let openGoals: [Int]
  /// The violations that have been found.
  let foundKeys: Set<ViolationKey>
  let draws: Bool

  /// What going on from some states came to.
  struct Piece: Sendable {
    struct Candidate: Sendable {
      let key: StateKey
      let parent: Int
      let ordinal: Int
      let spot: Spot
      let goals: [Int]
    }

    var candidates: [Candidate] = []
    var violations: [(state: Int, ordinal: Int, error: ActionError)] = []
    var attempts = 0
    /// The states that are not gone on from.
    var tooLarge: [StateKey] = []
    var edges: [GraphSketch.Edge] = []
  }

  /// - Parameter first: The number of the state that the first of all spots is.
  func piece<M: Machine>(_ spots: ArraySlice<Spot>, first: Int, _ machine: M) -> Piece {
    var piece = Piece()
    let own = StateTable(capacity: 1024)
    var violations = foundKeys
    for (offset, spot) in zip(spots.indices, spots) {
      machine.enter(spot)
      let from = machine.key
      let acts = machine.acts()
      piece.attempts += acts.count
      for (ordinal, act) in acts.enumerated() {
        let attempt = machine.attempt(act) { seen.contains($0) || own.contains($0) }
        switch attempt {
        case .violation(let error):
          if draws { piece.edges.append(GraphSketch.Edge(from: from, to: nil, act: act.move)) }
          if violations.insert(ViolationKey(error)).inserted {
            piece.violations.append((first + offset, ordinal, error))
          }
        case .new(let key):
          _ = own.insert(key)
          guard !machine.isTooLarge else {
            piece.tooLarge.append(key)
            break
          }
          if draws {
            piece.edges.append(
              GraphSketch.Edge(from: from, to: key, act: act.move, store: machine.store))
          }
          piece.candidates.append(
            Piece.Candidate(
              key: key, parent: first + offset, ordinal: ordinal, spot: machine.spot,
              goals: ground.goals(heldBy: machine, among: openGoals)))
        case .known(let key):
          if draws { piece.edges.append(GraphSketch.Edge(from: from, to: key, act: act.move)) }
        case .nothing: break
        }
        machine.takeBack()
      }
    }
    return piece
  }
}

extension Ground {
  /// Which of some goals hold where a machine is.
  func goals<M: Machine>(heldBy machine: M, among open: [Int]) -> [Int] {
    guard !open.isEmpty else { return [] }
    let store = Value.record(machine.store)
    return open.filter { spec.checked.goals[$0].holds(of: [store]) }
  }
}
