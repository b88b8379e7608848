import SuasScenario

/// The numbers of mutants by their fates.
package struct MutationTally: Sendable, Equatable {
  package private(set) var killed = 0
  package private(set) var survived = 0
  package private(set) var equivalent = 0
  package private(set) var undecided = 0

  package init(of mutants: some Sequence<Mutant>) {
    for mutant in mutants {
      switch mutant.fate {
      case .killed: killed += 1
      case .survived: survived += 1
      case .equivalent: equivalent += 1
      case .undecided: undecided += 1
      }
    }
  }

  package var total: Int { judged + equivalent }

  /// The mutants that a scenario could kill: all but the proven equivalent ones.
  package var judged: Int { killed + survived + undecided }

  /// The killed ones of the judged mutants.
  package var score: CoverageTally { CoverageTally(seen: killed, total: judged) }
}
