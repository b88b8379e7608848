import CEL
import Suas
import SuasScenario
import SuasSpec

/// Makes of what a search found what people can read: short, explained, with a scenario.
struct Editor {
  private let ground: Ground
  private let shrinker: Shrinker

  init(_ ground: Ground) throws(ActionError) {
    self.ground = ground
    shrinker = try Shrinker(ground)
  }

  func exploration(of outcome: SearchOutcome) throws(ActionError) -> Exploration {
    var exploration = Exploration()
    for discovery in outcome.violations {
      exploration.violations.append(try violation(discovery))
    }
    for (goal, moves) in zip(ground.spec.checked.goals, outcome.goals) {
      exploration.goals.append(Exploration.Goal(name: goal.name, lines: moves.map(lines)))
    }
    exploration.statistics = outcome.statistics
    exploration.graph = outcome.graph
    if let seen = outcome.seen { note(seen, in: &exploration) }
    exploration.unmakeable =
      ActSource(ground.spec, ground.moves, now: ground.opening.clock).unmakeable
    return exploration
  }

  /// Tells what of the spec came up, and what did not.
  private func note(_ seen: OutcomeSet, in exploration: inout Exploration) {
    let table = ground.spec.checked.coverage
    let unseen = table.possible.subtracting(seen)
    exploration.outcomes = table.possible.count
    exploration.unseenCount = unseen.count
    for point in table.points {
      let outcomes = point.outcomes.enumerated().filter { unseen.contains(point.first + $0.offset) }
      guard !outcomes.isEmpty else { continue }
      let wording = point.wording(ofMissing: outcomes.map(\.element))
      exploration.unseen.append("\(point.place): \(wording)")
    }
  }

  /// Some moves, a line each.
  private func lines(of moves: [Rehearsal.Move]) -> [String] {
    moves.map { $0.line(of: ground.spec) }
  }

  private typealias Recording = (prologue: [RecordedStep], steps: [RecordedStep])

  /// Does some moves, and keeps what comes of them.
  private func record(_ moves: [Rehearsal.Move]) throws(ActionError) -> Recording {
    let rehearsal = try Rehearsal(ground.spec, from: ground.opening)
    let steps = moves.compactMap { rehearsal.record($0) }
    return (rehearsal.prologue, steps)
  }

  private func violation(
    _ discovery: SearchOutcome.Discovery
  ) throws(ActionError) -> Exploration.Violation {
    let shrunk = shrinker.shrink(discovery.moves, to: discovery.error)
    let moves = shrunk ?? discovery.moves
    var recording = try record(moves)
    var error = discovery.error
    var parts: [BrokenParts.Part] = []
    if var last = recording.steps.popLast() {
      error = last.outcome.errors.first(where: ground.isViolation) ?? error
      parts = BrokenParts(of: ground.spec).parts(of: error, in: last)
      // What is a violation is nothing that the scenario expects.
      last.forgetErrors()
      recording.steps.append(last)
    }
    var scenario = SessionScenario(
      of: ground.spec, at: ["spec.yaml"], name: title(of: error), clock: ground.opening.clock,
      seed: ground.opening.seed, initial: initialStore,
      steps: recording.prologue + recording.steps)
    scenario.expectsOutcomes = false
    let failures = (try? scenario.failures(of: ground.spec)) ?? []
    return Exploration.Violation(
      error: error, lines: lines(of: moves),
      parts: parts.map { ($0.text, $0.value) }, scenario: scenario,
      fileName: fileName(of: error), isConfirmed: shrunk != nil && !failures.isEmpty)
  }

  private var initialStore: Record {
    Record(ground.spec.store.shape, ground.opening.initial.map(Value.record))
  }

  /// The invariant or transition that an error is about.
  private func condition(of error: ActionError) -> CheckedCondition? {
    let all = ground.spec.checked.invariants + ground.spec.checked.transitions
    return all.first { ActionError.Place($0.place) == error.place }
  }

  private func title(of error: ActionError) -> String {
    guard let condition = condition(of: error) else {
      return "No action meets \(error.code)" + (error.place.map { " at \($0)" } ?? "")
    }
    return condition.isTransition
      ? "The transition \(condition.name) holds" : "The invariant \(condition.name) holds"
  }

  private func fileName(of error: ActionError) -> String {
    if let condition = condition(of: error) {
      return (condition.isTransition ? "transition-" : "invariant-") + condition.name
    }
    return error.code + (error.place.map { "-\($0.line)" } ?? "")
  }
}
