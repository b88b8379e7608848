import SuasScenario

/// The numbers of mutants by their fates.
package struct MutationTally: Sendable, Equatable {
  package private(set) var killed = 0
  /// Those of which a search found that they break a promise.
  package private(set) var broken = 0
  package private(set) var survived = 0
  package private(set) var equivalent = 0
  package private(set) var undecided = 0

  package init(of mutants: some Sequence<Mutant>) {
    for mutant in mutants {
      switch mutant.fate {
      case .killed: killed += 1
      case .broken: broken += 1
      case .survived: survived += 1
      case .equivalent: equivalent += 1
      case .undecided: undecided += 1
      }
    }
  }

  package var total: Int { judged + equivalent }

  /// The mutants that could be killed: all but the proven equivalent ones.
  package var judged: Int { killed + broken + survived + undecided }

  /// The mutants that a scenario or a search killed, of the judged ones.
  package var score: CoverageTally { CoverageTally(seen: killed + broken, total: judged) }
}
