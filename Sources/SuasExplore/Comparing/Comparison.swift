import SuasScenario

/// The result of exploring two versions of a spec side by side.
package struct Comparison: Sendable {
  package enum Verdict: Sendable {
    /// Something that a scenario can expect differs at the end of these moves, or, if there are
    /// none, in the initial states.
    case different([Sandbox.Move])
    /// Nothing differs in any state that can be reached.
    case same
    /// Nothing differed in the states that were reached; there may be others.
    case undecided
  }

  package let verdict: Verdict
  /// The number of pairs of states that were reached.
  package let states: Int
  /// The greatest number N for which all sequences of N moves were tried, or the number of moves
  /// that told the versions apart.
  package let depth: Int
  /// The number of moves that were tried.
  package let attempts: Int
  /// The reasons why something was left untried.
  package let limits: [ComparingSearch.Limit]
}

extension ComparingSearch {
  /// The extent of a search that left something untried, in words.
  ///
  /// - Parameters:
  ///   - states: The number of pairs of states that were reached.
  ///   - depth: The greatest number N for which all sequences of N moves were tried.
  package static func extent(_ states: Int, _ depth: Int) -> String {
    let seen = states == 1 ? "1 state" : "\(states) states"
    switch depth {
    case 0: return "\(seen); not all single steps were tried"
    case 1: return "\(seen); of longer sequences than 1 step, not all were tried"
    default: return "\(seen); of longer sequences than \(depth) steps, not all were tried"
    }
  }
}
