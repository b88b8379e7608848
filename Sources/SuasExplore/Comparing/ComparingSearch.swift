import CEL
import Suas
import SuasScenario
import SuasSpec

/// Explores two versions of a spec side by side: both make the same moves, breadth first.
package struct ComparingSearch {
  private let old: CompiledSpec
  private let new: CompiledSpec
  private let settings: ExploreSettings
  private let mapping: VersionMapping?

  /// - Parameters:
  ///   - settings: The limits of the searches, and the moves to try first; the strategy, the seed
  ///     and the number of threads are without meaning.
  ///   - mapping: The way from the first version to the second; nil for versions with the same
  ///     types, actions and effects.
  package init(
    _ old: CompiledSpec, _ new: CompiledSpec, _ settings: ExploreSettings,
    mapping: VersionMapping? = nil
  ) {
    self.old = old
    self.new = new
    self.settings = settings
    self.mapping = mapping
  }

  package typealias Openings = (old: Sandbox.Opening, new: Sandbox.Opening)

  /// A move that both versions made.
  package struct Step {
    package let move: Sandbox.Move
    /// The outcomes; nil for a version in which the move cannot be made.
    package let outcomes: (old: RecordedStep.Outcome?, new: RecordedStep.Outcome?)
    fileprivate let pairs: [Pair]
    fileprivate let place: Int

    /// The moves that lead here from the beginning, with this one.
    package var path: [Sandbox.Move] {
      var moves = [move]
      var place = place
      while let move = pairs[place].move {
        moves.append(move)
        place = pairs[place].parent
      }
      return moves.reversed()
    }
  }

  /// The way on from a step.
  package enum Continuation {
    /// The states after the step are explored, too.
    case onward
    /// The states after the step are not explored.
    case notFromHere
    /// The search ends.
    case ended
  }

  /// A reason why a search leaves something untried.
  package enum Limit: Sendable, CaseIterable {
    /// The greatest number of moves to try.
    case attempts
    /// The greatest number of states to keep.
    case states
    /// The greatest number of moves on a path.
    case depth
    /// The largest lists and maps to go on from.
    case size
    /// The time, or the user.
    case ending
    /// Values and states that are too many to be tried one by one.
    case values
  }

  /// The part of all states that a search saw.
  package struct Extent: Sendable {
    /// False if the search ended with the stores at the beginning.
    package var hasBegun = true
    /// The number of pairs of states that were reached.
    package let states: Int
    /// The greatest number N for which all sequences of N moves were tried.
    package let depth: Int
    /// The number of moves that were tried.
    package let attempts: Int
    /// True if nothing is left that could be tried.
    package let isWhole: Bool
    /// The reasons why something is.
    package var limits: [Limit] = []
  }

  /// A pair of states, and the move that led to it from another one.
  fileprivate struct Pair {
    let spots: (old: Sandbox.Snapshot, new: Sandbox.Snapshot)
    let parent: Int
    let move: Sandbox.Move?
    let depth: Int
  }

  /// The approximate memory for a pair, in bytes.
  private static let pairSize = 4000

  /// Makes moves on both versions.
  ///
  /// - Parameters:
  ///   - openings: The beginnings; nil for the initial states.
  ///   - deepest: The greatest number of moves on a path; nil for that of the settings.
  ///   - mostAttempts: The greatest number of moves to try.
  ///   - begin: Called with the stores at the beginning; returns false to end there.
  ///   - visit: Called after each move that one of the versions can make.
  /// - Throws: the reason why it cannot begin.
  package func explore(
    from openings: Openings? = nil, deepest: Int? = nil, mostAttempts: Int = .max,
    begin: (_ old: Record, _ new: Record) -> Bool, visit: (Step) -> Continuation
  ) throws(ActionError) -> Extent {
    let openings = openings ?? (Sandbox.Opening(of: old), Sandbox.Opening(of: new))
    let deepest = deepest ?? settings.deepest
    let sides = (
      old: try ComparedSide(old, from: openings.old, settings),
      new: try ComparedSide(new, from: openings.new, settings)
    )
    guard begin(sides.old.sandbox.state, sides.new.sandbox.state) else {
      return Extent(hasBegun: false, states: 1, depth: 0, attempts: 0, isWhole: false)
    }
    let deadline = sides.old.context.deadline
    let seen = StateTable()
    if let key = sides.old.key(with: sides.new, mapping) { seen.insert(key) }
    var pairs = [
      Pair(
        spots: (sides.old.sandbox.snapshot, sides.new.sandbox.snapshot), parent: 0, move: nil,
        depth: 0)
    ]
    let most = min(settings.mostStates, settings.memory / Self.pairSize)
    var limits: Set<Limit> = sides.old.isExact && sides.new.isExact ? [] : [.values]
    var isWhole = limits.isEmpty
    // The number of moves after which some sequence may go on untried.
    var complete = Int.max
    var attempts = 0
    var place = 0
    search: while place < pairs.count {
      let pair = pairs[place]
      let limit: Limit? =
        if deadline.ending != nil {
          .ending
        } else if attempts >= mostAttempts {
          .attempts
        } else if pair.depth >= deepest { .depth } else { nil }
      if let limit {
        limits.insert(limit)
        break
      }
      sides.old.sandbox.go(to: pair.spots.old)
      sides.new.sandbox.go(to: pair.spots.new)
      for move in sides.old.moves(with: sides.new) {
        guard attempts < mostAttempts else {
          limits.insert(.attempts)
          break search
        }
        guard let counterpart = counterpart(of: move, sides.new) else { continue }
        attempts += 1
        sides.old.sandbox.go(to: pair.spots.old)
        sides.new.sandbox.go(to: pair.spots.new)
        let outcomes = (
          old: sides.old.sandbox.record(move)?.outcome,
          new: sides.new.sandbox.record(counterpart)?.outcome
        )
        guard outcomes.old != nil || outcomes.new != nil else { continue }
        switch visit(Step(move: move, outcomes: outcomes, pairs: pairs, place: place)) {
        case .onward: break
        case .notFromHere:
          isWhole = false
          complete = min(complete, pair.depth + 1)
          continue
        case .ended:
          return Extent(
            states: pairs.count, depth: pair.depth + 1, attempts: attempts, isWhole: false)
        }
        guard let key = sides.old.key(with: sides.new, mapping) else {
          limits.insert(.values)
          complete = min(complete, pair.depth + 1)
          continue
        }
        guard !seen.contains(key) else { continue }
        guard pairs.count < most, !sides.old.isTooLarge else {
          limits.insert(pairs.count < most ? .size : .states)
          complete = min(complete, pair.depth + 1)
          continue
        }
        seen.insert(key)
        pairs.append(
          Pair(
            spots: (sides.old.sandbox.snapshot, sides.new.sandbox.snapshot), parent: place,
            move: move, depth: pair.depth + 1))
      }
      place += 1
    }
    let depth = place < pairs.count ? pairs[place].depth : pairs[place - 1].depth + 1
    return Extent(
      states: pairs.count, depth: min(depth, complete), attempts: attempts,
      isWhole: isWhole && limits.isEmpty, limits: Limit.allCases.filter(limits.contains))
  }

  /// Returns a move of the old version as the new version makes it; nil if only the old version has
  /// it.
  private func counterpart(of move: Sandbox.Move, _ side: ComparedSide) -> Sandbox.Move? {
    if let mapping { mapping.adopting(move) } else { side.adopting(move) }
  }
}

extension ComparingSearch {
  /// Searches for a move after which a scenario can tell the versions, which have the same types,
  /// actions and effects, apart.
  ///
  /// The parameters are those of ``explore(from:deepest:mostAttempts:begin:visit:)``.
  package func run(
    from openings: Openings? = nil, deepest: Int? = nil, mostAttempts: Int = .max
  ) throws(ActionError) -> Comparison {
    var found: [Sandbox.Move]?
    let extent = try explore(from: openings, deepest: deepest, mostAttempts: mostAttempts) {
      old, new in
      if old != new { found = [] }
      return found == nil
    } visit: { step in
      guard !ComparedSide.isAlike(step.outcomes.old, step.outcomes.new) else { return .onward }
      found = step.path
      return .ended
    }
    let verdict: Comparison.Verdict =
      if let found { .different(found) } else { extent.isWhole ? .same : .undecided }
    return Comparison(
      verdict: verdict, states: extent.states, depth: extent.depth, attempts: extent.attempts,
      limits: extent.limits)
  }
}
