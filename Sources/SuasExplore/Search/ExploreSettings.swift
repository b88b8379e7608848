import CEL
import SuasScenario
import SuasSpec

/// The settings of a search.
package struct ExploreSettings: Sendable {
  package enum Strategy: String, CaseIterable, Sendable {
    /// Breadth first, then guided walks if something is left that breadth first did not come to.
    case mixed
    case breadthFirst = "breadth-first"
    case random
    case guided

    /// True for a search by walks alone.
    package var isWalk: Bool { self == .random || self == .guided }
  }

  package var strategy = Strategy.breadthFirst
  /// The greatest number of states to keep; for walks, the number of steps to make.
  package var mostStates = 200_000
  /// The greatest number of steps on a path.
  package var deepest = 1000
  /// The greatest number of steps on a path of the walks that follow a breadth-first search.
  package var deepestWalk = 50
  /// The time limit of the search. With a limit, the findings depend on the speed of the machine.
  package var time: CEL.Duration?
  /// Returns true if the user wants the search to end; called on every thread.
  package var isInterrupted: @Sendable () -> Bool = { false }
  package var seed: UInt64 = 0
  /// The part of the search to do; nil for all of it.
  package var shard: Shard?
  /// The number of states for each shard from which on a search is divided: enough for the shards to
  /// get about as much work each.
  package var fewestPerShard = 64
  /// The number of threads.
  package var jobs = 1
  /// The memory limit, in bytes.
  package var memory = 1 << 30
  /// The memory limit of the graph on which ways out are judged, in bytes.
  package var graphMemory = 256 << 20
  /// The number of elements in a list or map above which a state is not expanded.
  package var largest = 5
  /// True to end the app and start it again in every state, if the spec saves something.
  package var restarts = false
  /// The codes of errors that are not violations.
  package var allowedErrors: Set<String> = []
  package var moves = MoveSettings()
  /// The outcomes of the spec that existing scenarios have seen.
  package var seen: OutcomeSet?
  /// The number of different violations after which the search ends.
  package var mostViolations = 20
  /// The greatest number of states in a drawing; `nil` if nothing is drawn.
  package var drawing: Int?

  package init() {}

  /// The reason why a search with these settings cannot judge ways out.
  var reason: NotJudgedReason? {
    if strategy.isWalk { return .walks }
    if shard != nil { return .shard }
    return moves.only == nil ? nil : .only
  }

  /// Takes existing scenarios of the spec into account: their answers to effects are tried first.
  /// Walks also try their payloads first, and guided walks need not repeat what the scenarios
  /// cover.
  package mutating func consult(_ scenarios: [CheckedScenario], of spec: CompiledSpec) {
    var known = MoveSettings(scenarios: scenarios, of: spec)
    if strategy == .breadthFirst { known.samples = [:] }
    known.only = moves.only
    moves = known
    if strategy == .guided { seen = OutcomeSet(seenBy: scenarios, of: spec) }
  }
}

/// The end of a search that begins when this is made.
struct Deadline: Sendable {
  private let clock = ContinuousClock()
  private var end: ContinuousClock.Instant?
  private let isInterrupted: @Sendable () -> Bool

  init(_ settings: ExploreSettings) {
    let start = clock.now
    end = settings.time.map { start + .nanoseconds($0.nanoseconds) }
    isInterrupted = settings.isInterrupted
  }

  /// The deadline after half of the time that is left.
  var halved: Deadline {
    var deadline = self
    deadline.end = end.map { clock.now + ($0 - clock.now) / 2 }
    return deadline
  }

  /// The reason to end the search now; `nil` if it continues.
  var ending: Statistics.Ending? {
    if isInterrupted() { return .interrupted }
    return end.map { clock.now >= $0 } ?? false ? .time : nil
  }
}
