import CEL
import SuasExplore
import SuasScenario
import SuasSpec

/// The findings of searches for the mutants that no scenario killed.
package struct MutantSearches: Sendable {
  /// The number of mutants that broke a promise.
  package var broken = 0
  /// The numbers of those that broke none: in all that could be tried, and in a part of it.
  package var kept = 0
  package var partly = 0
  /// The number of those for which no time was left.
  package var untried = 0
}

/// Trying mutants that no scenario killed against the promises of their specs.
extension MutationRun {
  typealias Judged = (index: Int, mutant: Mutant)

  /// Returns the indices of the mutants that a search could kill. One of which a promise is left out
  /// breaks none.
  func searchable(_ judged: [Judged]) -> [Int] {
    judged.indices.filter { place in
      let (index, mutant) = judged[place]
      return mutant.isOpen && mutations[index].mutation.promise == nil
        && mutations[index].uses.contains { specs[$0.spec].spec.promisesSomething }
    }
  }

  /// Searches the states of the mutants that survive. Each has its share of the time that is left.
  func explore(_ judged: inout [Judged], within time: CEL.Duration) -> MutantSearches {
    var searches = MutantSearches()
    let open = searchable(judged)
    var clock = SharedTime(time, for: open.count + specs.count)
    // A promise that the spec itself breaks tells nothing of a mutant.
    let known = specs.indices.map { spec in
      clock.share.flatMap { exploration(of: specs[spec].spec, spec, within: $0) }?.names ?? []
    }
    for place in open {
      let joined = mutations[judged[place].index]
      var isWhole = true
      var breach: Mutant.Breach?
      let share = clock.share
      for use in joined.uses where breach == nil {
        guard let share, !settings.isInterrupted(),
          let spec = files[use.spec].mutated(by: joined.mutation, in: use.file),
          let found = exploration(of: spec, use.spec, within: share)
        else {
          isWhole = false
          continue
        }
        isWhole = isWhole && found.isWhole
        breach = found.violations.first { !known[use.spec].contains($0.script.fileName) }
          .map(Mutant.Breach.init)
      }
      if let breach {
        judged[place].mutant.fate = .broken(breach)
        searches.broken += 1
      } else if share == nil || settings.isInterrupted() {
        searches.untried += 1
      } else if isWhole {
        searches.kept += 1
      } else {
        searches.partly += 1
      }
    }
    return searches
  }

  private func exploration(
    of spec: CompiledSpec, _ index: Int, within time: CEL.Duration
  ) -> Exploration? {
    var search = ExploreSettings()
    search.strategy = .mixed
    search.moves = moves[index]
    search.time = time
    search.jobs = settings.jobs
    search.isInterrupted = settings.isInterrupted
    return try? Explorer(spec, search).run()
  }
}

/// A time that is divided among some pieces of work: what one leaves is for those that follow.
private struct SharedTime {
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant
  private var pieces: Int

  init(_ time: CEL.Duration, for pieces: Int) {
    end = clock.now + .nanoseconds(time.nanoseconds)
    self.pieces = pieces
  }

  /// The time for the next piece; nil if none is left.
  var share: CEL.Duration? {
    mutating get {
      let left = (end - clock.now) / max(1, pieces)
      pieces -= 1
      let parts = left.components
      guard left > .zero else { return nil }
      return CEL.Duration(
        nanoseconds: parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
    }
  }
}

extension Exploration {
  /// The names of the violations, which are the same where a spec is changed elsewhere.
  fileprivate var names: Set<String> { Set(violations.map(\.script.fileName)) }

  /// True if the search went on from every state that it came to.
  fileprivate var isWhole: Bool { statistics.ending == .exhausted && statistics.tooLarge == 0 }
}

extension Mutant.Breach {
  fileprivate init(_ violation: Exploration.Violation) {
    self.init(message: violation.words, lines: violation.script.lines)
  }
}

extension CompiledSpec {
  fileprivate var promisesSomething: Bool {
    !checked.invariants.isEmpty || !checked.transitions.isEmpty || !checked.atRest.isEmpty
      || !checked.waysOut.isEmpty
  }
}
