import CEL
import SuasScenario
import SuasSpec

/// How a search is made.
package struct ExploreSettings: Sendable {
  package enum Strategy: String, CaseIterable, Sendable {
    case breadthFirst = "breadth-first"
    case random
    case guided
  }

  package var strategy = Strategy.breadthFirst
  /// How many states are kept; of walks, how many steps are made.
  package var mostStates = 200_000
  /// How many steps a way may have.
  package var deepest = 1000
  /// How long the search may take; what it finds depends on the machine then.
  package var time: CEL.Duration?
  /// Whether somebody wants the search to end; asked on every thread.
  package var isInterrupted: @Sendable () -> Bool = { false }
  package var seed: UInt64 = 0
  /// How many threads work.
  package var jobs = 1
  /// In bytes.
  package var memory = 1 << 30
  /// Lists and maps with more elements are not gone on from.
  package var largest = 5
  /// The codes of errors that are no violations.
  package var allowedErrors: Set<String> = []
  package var moves = MoveSettings()
  /// What of the spec the existing scenarios have seen.
  package var seen: OutcomeSet?
  /// How many different violations are looked for.
  package var mostViolations = 20
  /// How many states a drawing has at the most; nil where nothing is drawn.
  package var drawing: Int?

  package init() {}

  /// Counts in what existing scenarios of the spec do: what they answer effects with is tried first.
  /// Walks try what they send first too, and guided ones need not see again what they see.
  package mutating func consult(_ scenarios: [CheckedScenario], of spec: CompiledSpec) {
    var known = MoveSettings(scenarios: scenarios, of: spec)
    if strategy == .breadthFirst { known.samples = [:] }
    known.only = moves.only
    moves = known
    if strategy == .guided { seen = OutcomeSet(seenBy: scenarios, of: spec) }
  }
}

/// When a search that begins now is to end.
struct Deadline: Sendable {
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant?
  private let isInterrupted: @Sendable () -> Bool

  init(_ settings: ExploreSettings) {
    let start = clock.now
    end = settings.time.map { start + .nanoseconds($0.nanoseconds) }
    isInterrupted = settings.isInterrupted
  }

  /// Why the search is to end now; nil where it goes on.
  var ending: Statistics.Ending? {
    if isInterrupted() { return .interrupted }
    return end.map { clock.now >= $0 } ?? false ? .time : nil
  }
}
