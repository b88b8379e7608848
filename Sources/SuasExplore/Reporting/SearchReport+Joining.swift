import SuasReports
import SuasScenario

extension SearchReport {
  /// Joins the shards of one search.
  ///
  /// The violations, each with a shortest of the paths that the shards found, the goals and the
  /// outcomes that came up are exact. The number of states is not: several shards may have seen the
  /// same one.
  ///
  /// - Parameter reports: The reports with the names of their files.
  /// - Precondition: There is at least one.
  package init(joining reports: [(file: String, report: SearchReport)]) throws(ReportFailure) {
    let reports = reports.sorted { ($0.report.shard?.index ?? 1) < ($1.report.shard?.index ?? 1) }
    guard let first = reports.first, let shard = first.report.shard else {
      guard reports.count == 1 else {
        throw ReportFailure(
          "'\(reports[0].file)' and '\(reports[1].file)' are no shards of one search: '\(reports[0].file)' was a whole one"
        )
      }
      self = reports[0].report
      return
    }
    self = first.report
    self.shard = nil
    next = nil
    var seen: [Int: String] = [:]
    for (file, report) in reports {
      try Self.expectSameSearch(first, (file, report))
      guard let index = report.shard?.index else { continue }
      if let other = seen.updateValue(file, forKey: index) {
        throw ReportFailure("the shard \(index)/\(shard.count) is in '\(other)' and in '\(file)'")
      }
    }
    for (_, report) in reports.dropFirst() { add(report) }
    let states = reports.map(\.report.statistics.states)
    statistics.states = states.reduce(statistics.shared) {
      $0.adding(max(0, $1 - statistics.shared))
    }
    if reports.contains(where: { $0.report.unseen != unseen }) { unseen = unseenOutcomes }
    violations.sort { $0.order < $1.order }
    // Nobody divides a search into more parts than this; a report may say anything.
    let missing = (1...shard.count).filter { seen[$0] == nil }
    joining = Joining(
      shards: reports.compactMap { item in
        item.report.shard.map { ($0, item.report.statistics.ending) }
      },
      missing: missing.compactMap { Shard("\($0)/\(shard.count)") },
      fewestStates: states.max() ?? 0)
  }

  /// Throws if a report is not of the same search as another one.
  private static func expectSameSearch(
    _ first: (file: String, report: SearchReport), _ other: (file: String, report: SearchReport)
  ) throws(ReportFailure) {
    let what: String
    if other.report.scope.spec != first.report.scope.spec {
      what = "the spec"
    } else if other.report.scope.start != first.report.scope.start {
      what = "the start"
    } else if other.report.shard?.count != first.report.shard?.count {
      what = "the number of shards"
    } else if other.report.scope != first.report.scope
      || other.report.goals.map(\.name) != first.report.goals.map(\.name)
    {
      what = "an option of the search"
    } else {
      return
    }
    throw ReportFailure(
      "\(what) was not the same for '\(first.file)' and '\(other.file)', so they are no shards of one "
        + "search")
  }

  private mutating func add(_ other: SearchReport) {
    statistics.add(other.statistics)
    let unseen = Set(other.unseenOutcomes)
    unseenOutcomes.removeAll { !unseen.contains($0) }
    let unpassed = Set(other.unpassed)
    self.unpassed.removeAll { !unpassed.contains($0) }
    triesEverything = triesEverything && other.triesEverything
    takesIdentifiersAsAlike = takesIdentifiersAsAlike || other.takesIdentifiersAsAlike
    takesHistoriesAsAlike = takesHistoriesAsAlike || other.takesHistoriesAsAlike
    for violation in other.violations {
      if let place = violations.firstIndex(where: { $0.isSame(as: violation) }) {
        if violation.order < violations[place].order { violations[place] = violation }
      } else {
        violations.append(violation)
      }
    }
    for (index, goal) in other.goals.enumerated() {
      goals[index].stepsHeld = goals[index].stepsHeld.adding(goal.stepsHeld)
      guard let script = goal.script else { continue }
      if goals[index].script.map({ script.order < $0.order }) ?? true {
        goals[index].script = script
      }
    }
    for name in other.unmakeable where !unmakeable.contains(name) { unmakeable.append(name) }
  }
}

extension SearchReport.Violation {
  /// True if another violation breaks the same promise.
  fileprivate func isSame(as other: Self) -> Bool {
    guard code == other.code, place == other.place else { return false }
    return place != nil || message == other.message
  }

  /// The key by which violations are ordered: those with the fewest steps come first.
  fileprivate var order: (Int, String) {
    (script.lines.count, [code, place ?? "", message, script.order.1].joined(separator: "\n"))
  }
}

extension SearchReport.Script {
  /// The key by which scripts are ordered: those with the fewest steps come first.
  fileprivate var order: (Int, String) { (lines.count, lines.joined(separator: "\n")) }
}

extension Statistics {
  /// Adds the counts of another shard, except those of states, because both may have seen the same
  /// states.
  fileprivate mutating func add(_ other: Statistics) {
    if other.ending.rank > ending.rank { ending = other.ending }
    shared = min(shared, other.shared)
    expanded = expanded.adding(other.expanded)
    attempts = attempts.adding(other.attempts)
    depth = max(depth, other.depth)
    steps = steps.adding(other.steps)
    tooLarge = tooLarge.adding(other.tooLarge)
  }
}

extension Statistics.Ending {
  /// The rank of an ending: the higher, the less a search proves.
  fileprivate var rank: Int {
    switch self {
    case .exhausted: 0
    case .depth: 1
    case .stuck: 2
    case .states: 3
    case .memory: 4
    case .violations: 5
    case .time: 6
    case .interrupted: 7
    }
  }
}
