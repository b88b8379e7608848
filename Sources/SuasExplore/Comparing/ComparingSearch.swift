import CEL
import Suas
import SuasScenario
import SuasSpec

/// Explores two versions of a spec side by side: both make the same moves, breadth first, until one
/// of them has an outcome that the other has not.
///
/// The versions have the same types, actions and effects.
package struct ComparingSearch {
  private let old: CompiledSpec
  private let new: CompiledSpec
  private let settings: ExploreSettings

  /// - Parameter settings: The limits of the searches, and the moves to try first; the strategy,
  ///   the seed and the number of threads are without meaning.
  package init(_ old: CompiledSpec, _ new: CompiledSpec, _ settings: ExploreSettings) {
    self.old = old
    self.new = new
    self.settings = settings
  }

  /// A pair of states, and the move that led to it from another one.
  private struct Pair {
    let spots: (old: Sandbox.Snapshot, new: Sandbox.Snapshot)
    let parent: Int
    let move: Sandbox.Move?
    let depth: Int
  }

  /// The approximate memory for a pair, in bytes.
  private static let pairSize = 4000

  /// Runs a search.
  ///
  /// - Parameters:
  ///   - openings: The same beginning for both versions; nil for their initial states.
  ///   - deepest: The greatest number of moves on a path; nil for that of the settings.
  ///   - mostAttempts: The greatest number of moves to try.
  /// - Throws: the reason why it cannot begin.
  package func run(
    from openings: (old: Sandbox.Opening, new: Sandbox.Opening)? = nil, deepest: Int? = nil,
    mostAttempts: Int = .max
  ) throws(ActionError) -> Comparison {
    let openings = openings ?? (Sandbox.Opening(of: old), Sandbox.Opening(of: new))
    let deepest = deepest ?? settings.deepest
    let sides = (
      old: try ComparedSide(old, from: openings.old, settings),
      new: try ComparedSide(new, from: openings.new, settings)
    )
    guard sides.old.sandbox.state == sides.new.sandbox.state else {
      return Comparison(verdict: .different([]), states: 1, depth: 0, attempts: 0)
    }
    let deadline = sides.old.context.deadline
    let seen = StateTable()
    if let key = sides.old.key(with: sides.new) { seen.insert(key) }
    var pairs = [
      Pair(
        spots: (sides.old.sandbox.snapshot, sides.new.sandbox.snapshot), parent: 0, move: nil,
        depth: 0)
    ]
    let most = min(settings.mostStates, settings.memory / Self.pairSize)
    var isWhole = sides.old.isExact && sides.new.isExact
    var attempts = 0
    var place = 0
    search: while place < pairs.count {
      let pair = pairs[place]
      if deadline.ending != nil || attempts >= mostAttempts || pair.depth >= deepest {
        isWhole = false
        break
      }
      sides.old.sandbox.go(to: pair.spots.old)
      sides.new.sandbox.go(to: pair.spots.new)
      for move in sides.old.moves(with: sides.new) {
        guard attempts < mostAttempts else {
          isWhole = false
          break search
        }
        attempts += 1
        sides.old.sandbox.go(to: pair.spots.old)
        sides.new.sandbox.go(to: pair.spots.new)
        let outcome = sides.old.sandbox.record(move)?.outcome
        let other = sides.new.take(move)
        guard ComparedSide.isAlike(outcome, other) else {
          return Comparison(
            verdict: .different(path(to: place, of: pairs) + [move]), states: pairs.count,
            depth: pair.depth + 1, attempts: attempts)
        }
        guard outcome != nil else { continue }
        guard let key = sides.old.key(with: sides.new) else {
          isWhole = false
          continue
        }
        guard !seen.contains(key) else { continue }
        guard pairs.count < most, !sides.old.isTooLarge else {
          isWhole = false
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
    return Comparison(
      verdict: isWhole ? .same : .undecided, states: pairs.count,
      depth: place < pairs.count ? pairs[place].depth : pairs[place - 1].depth + 1,
      attempts: attempts)
  }

  private func path(to place: Int, of pairs: [Pair]) -> [Sandbox.Move] {
    var moves: [Sandbox.Move] = []
    var place = place
    while let move = pairs[place].move {
      moves.append(move)
      place = pairs[place].parent
    }
    return moves.reversed()
  }
}
