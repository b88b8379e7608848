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
  /// The greatest number of moves of which all sequences were tried, or those that told the versions
  /// apart.
  package let depth: Int
  /// The number of moves that were tried.
  package let attempts: Int
}
