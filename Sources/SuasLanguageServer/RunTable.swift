import Locking
import SuasIDE

/// The outcomes of the last runs of scenario files, which other threads note.
final class RunTable: Sendable {
  private let outcomes = Mutex<[String: RunOutcome]>([:])

  /// Notes the outcome of a run.
  ///
  /// - Parameter isWhole: True if all scenarios of the file were run.
  func note(_ outcome: RunOutcome, of path: String, isWhole: Bool) {
    outcomes.withLock { outcomes in
      guard !isWhole, var known = outcomes[path] else {
        outcomes[path] = outcome
        return
      }
      let names = Set(outcome.scenarios.map(\.name))
      known.scenarios = known.scenarios.filter { !names.contains($0.name) } + outcome.scenarios
      outcomes[path] = known
    }
  }

  func scenarios(of path: String) -> [ScenarioOutcome] {
    outcomes.withLock { $0[path]?.scenarios ?? [] }
  }

  /// The places in a spec that no scenario file has covered, of those that were run.
  func missingCoverage(in path: String) -> [MissingCoverage] {
    outcomes.withLock { outcomes in
      let lists = outcomes.values.filter { $0.specs.contains(path) }
        .map { $0.coverage.filter { $0.path == path } }
      guard let first = lists.first else { return [] }
      return first.filter { item in
        lists.allSatisfy { $0.contains { $0.offset == item.offset && $0.message == item.message } }
      }
    }
  }
}
