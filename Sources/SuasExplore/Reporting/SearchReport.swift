import CEL
import Suas
import SuasScenario
import SuasSpec

/// The result of a search, or of several shards of one, for reports.
package struct SearchReport: Sendable {
  /// The subject and the limits of a search; shards are joined only if theirs are the same.
  struct Scope: Equatable, Sendable {
    /// The digest of the spec, and the key of the state in which the search began.
    var spec: String
    var start: String
    var strategy: ExploreSettings.Strategy
    var seed: UInt64
    var mostStates: Int
    var deepest: Int
    var largest: Int
    var allowedErrors: [String]
    /// The actions that were sent; nil for all.
    var only: [String]?
  }

  /// The steps to a violation or a goal.
  struct Script: Sendable {
    var lines: [String]
    var isConfirmed: Bool
    /// The path of the scenario's file; nil if it was not written.
    var file: String?
    /// True if the file was written by this search.
    var isWritten = false
  }

  struct Violation: Sendable {
    var code: String
    var message: String
    var place: String?
    var parts: [(text: String, value: Value)]
    var script: Script
  }

  struct Goal: Sendable {
    var name: String
    var place: String
    /// Nil if the goal was not reached.
    var script: Script?
    /// The number of steps of walks after which it held.
    var stepsHeld: Int
  }

  struct WayOut: Sendable {
    var name: String
    var place: String
    /// The reason why it was not judged; nil if it was.
    var reason: NotJudgedReason?
    /// The numbers of states from which nothing leads to its end, and of those of which that is not
    /// known.
    var closed = 0
    var undecided = 0
  }

  /// The shards of a search that were joined, and those that are missing.
  struct Joining: Sendable {
    var shards: [(shard: Shard, ending: Statistics.Ending)]
    var missing: [Shard]
    /// The least number of different states that the shards can have seen together.
    var fewestStates: Int
  }

  var scope: Scope
  var shard: Shard?
  /// Nil for one search.
  var joining: Joining?
  /// The counts; for shards that were joined, the sums, and the greatest depth. `states` then
  /// counts a state once for each shard that saw it.
  var statistics: Statistics
  var outcomes: Int
  /// The points with the outcomes that never came up.
  var unseen: [String]
  /// The outcomes that never came up, one for each.
  var unseenOutcomes: [String]
  var triesEverything: Bool
  var takesIdentifiersAsAlike: Bool
  var takesHistoriesAsAlike: Bool
  var violations: [Violation]
  var goals: [Goal]
  var ways: [WayOut]
  var unmakeable: [String]
  /// The conditions that no attempt passed, each with its place.
  var unpassed: [String]
  /// The number of promises in the spec.
  var promises: Int
  /// The command for a search that may see more; nil if the search is complete, or nobody typed one.
  package var next: String?

  package init(_ exploration: Exploration, _ settings: ExploreSettings) {
    scope = Scope(exploration, settings)
    shard = settings.shard
    statistics = exploration.statistics
    outcomes = exploration.outcomes
    unseen = exploration.unseen
    unseenOutcomes = exploration.unseenOutcomes
    triesEverything = exploration.triesEverything
    takesIdentifiersAsAlike = exploration.takesIdentifiersAsAlike
    takesHistoriesAsAlike = exploration.takesHistoriesAsAlike
    violations = exploration.violations.map { violation in
      Violation(
        code: violation.error.code, message: violation.error.messageWithUses,
        place: violation.error.place.map { "\($0)" }, parts: violation.parts,
        script: Script(violation.script))
    }
    let steps = exploration.statistics.goalSteps
    goals = exploration.goals.enumerated().map { index, goal in
      Goal(
        name: goal.name, place: "\(goal.place)", script: goal.script.map(Script.init),
        stepsHeld: index < steps.count ? steps[index] : 0)
    }
    ways = exploration.ways.map { way in
      WayOut(
        name: way.name, place: "\(way.place)", reason: way.reason, closed: way.closed,
        undecided: way.undecided)
    }
    unmakeable = exploration.unmakeable
    unpassed = exploration.unpassed
    promises = exploration.promises
  }

  init(
    _ scope: Scope, _ statistics: Statistics, violations: [Violation], goals: [Goal], ways: [WayOut]
  ) {
    self.scope = scope
    self.statistics = statistics
    self.violations = violations
    self.goals = goals
    self.ways = ways
    (outcomes, unseen, unseenOutcomes, unmakeable, unpassed, promises) = (0, [], [], [], [], 0)
    (triesEverything, takesIdentifiersAsAlike, takesHistoriesAsAlike) = (false, false, false)
  }

  /// True if there are violations, a complete search missed a goal, or nothing was judged.
  package var failed: Bool {
    !violations.isEmpty || isComplete && goals.contains { $0.script == nil } || hasJudgedNothing
  }

  /// True if nothing was tried that could break a promise.
  var hasJudgedNothing: Bool { statistics.attempts == 0 }

  /// The shards that are missing among those that were joined.
  package var missing: [String] { joining?.missing.map(\.text) ?? [] }

  /// True if the search expanded every state that it came to, with all moves that there are for it.
  var isComplete: Bool {
    statistics.ending == .exhausted && statistics.tooLarge == 0 && scope.only == nil && shard == nil
      && missing.isEmpty
  }

  /// True if the search expanded all states that are reachable by the moves it tried.
  var exhaustsTrials: Bool {
    statistics.ending == .exhausted && statistics.tooLarge == 0 && !takesIdentifiersAsAlike
      && !takesHistoriesAsAlike && shard == nil && missing.isEmpty
  }

  /// True if the search expanded all reachable states.
  var exhaustsStates: Bool { exhaustsTrials && triesEverything }
}

extension SearchReport.Scope {
  fileprivate init(_ exploration: Exploration, _ settings: ExploreSettings) {
    self.init(
      spec: exploration.spec, start: exploration.start, strategy: settings.strategy,
      seed: settings.seed, mostStates: settings.mostStates, deepest: settings.deepest,
      largest: settings.largest, allowedErrors: settings.allowedErrors.sorted(),
      only: settings.moves.only?.sorted())
  }
}

extension SearchReport.Script {
  fileprivate init(_ script: Exploration.Script) {
    self.init(
      lines: script.lines, isConfirmed: script.isConfirmed, file: script.file?.path,
      isWritten: script.file?.wasThere == false)
  }
}

extension SearchReport.Violation {
  /// The problem, and the number of steps to it.
  var heading: String { "\(subject) after \(inSteps(script.lines.count))" }

  /// True for a way out, whose scenario leads to where it is closed and passes.
  var isTrap: Bool { code == ConditionKind.wayOutCode }

  private var subject: String {
    switch code {
    case "invariant-violated": "the \(named("invariant")) is broken"
    case "transition-violated": "the \(named("transition")) is broken"
    case "at-rest-violated": "the \(named("promise at rest")) is broken"
    case ConditionKind.wayOutCode: "the \(named("way out")) is closed"
    case "constraint-violated": "a constraint is broken"
    default: "an action meets \(code)"
    }
  }

  /// Returns the name that the message quotes, after its kind.
  private func named(_ kind: String) -> String {
    let parts = message.split(separator: "'", maxSplits: 2)
    return parts.count > 1 ? "\(kind) '\(parts[1])'" : kind
  }
}

extension Shard {
  /// The shard as it is asked for: `2/4`.
  var text: String { "\(index)/\(count)" }
}

/// Renders a number of steps in words.
func inSteps(_ count: Int) -> String { count == 1 ? "1 step" : "\(count) steps" }
