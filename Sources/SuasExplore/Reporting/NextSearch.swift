import CEL
import SuasScenario

/// The options of a search that may see more than an incomplete one.
package struct NextSearch {
  /// The options that change, with their new values; nil for an option that is left out.
  package private(set) var changes: [(option: String, value: String?)] = []

  init(after report: SearchReport, _ settings: ExploreSettings) {
    let scope = report.scope
    switch report.statistics.ending {
    case .states:
      change("--strategy", scope.strategy == .random ? "mixed" : "guided")
      change("--max-states", "\(min(scope.mostStates * 10, Int(UInt32.max) - 1))")
      if scope.strategy == .guided { change("--seed", "\(scope.seed &+ 1)") }
    case .depth: change("--max-depth", "\(scope.deepest.doubled)")
    case .memory:
      change("--strategy", "guided")
      change("--max-memory", "\(settings.memory.doubled)")
    case .stuck: change("--strategy", "breadth-first")
    case .time:
      change("--strategy", "guided")
      let seconds = Int((settings.time?.nanoseconds ?? 0) / 1_000_000_000 + 1)
      change("--time", "\(seconds.doubled)s")
    case .exhausted:
      if report.statistics.tooLarge > 0 {
        change("--max-size", "\(scope.largest.doubled)")
      } else {
        change("--only", nil)
      }
    case .interrupted, .violations: break
    }
  }

  private mutating func change(_ option: String, _ value: String?) {
    changes.append((option, value))
  }
}

extension SearchReport {
  /// The options of a search that may see more; nil if this one is complete, or searched its whole
  /// part as one of several shards.
  package func nextSearch(_ settings: ExploreSettings) -> NextSearch? {
    isComplete || statistics.ending == .exhausted && shard != nil && statistics.tooLarge == 0
      ? nil : NextSearch(after: self, settings)
  }

  /// The sentence that the search is incomplete, with its progress and the next command to try; nil
  /// for a complete search.
  var incompleteness: String? {
    guard !isComplete else { return nil }
    let depth = statistics.depth
    var text = "incomplete: \(statesSeen), at most \(inSteps(depth)) from the start"
    if statistics.steps > 0 { text += ", \(inSteps(statistics.steps)) of walks" }
    if let next { text += "; try next: \(next)" }
    return text
  }
}

extension Int {
  fileprivate var doubled: Int { multipliedReportingOverflow(by: 2).overflow ? self : self * 2 }
}
