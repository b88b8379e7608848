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
    // Of walks nothing is a shortest way; and one may lead through what is not gone on from.
    let isShortest =
      outcome.statistics.steps == 0 && outcome.statistics.tooLarge == 0
      && outcome.statistics.ending != .memory
    var names = ScriptNames(of: ground.spec)
    for discovery in outcome.violations {
      exploration.violations.append(
        try violation(discovery, isShortest: isShortest, &names))
    }
    for (place, moves) in outcome.goals.enumerated() {
      let name = ground.spec.checked.goals[place].name
      let script = try moves.map { moves throws(ActionError) in
        let shrunk =
          isShortest ? nil : shrinker.shrink(moves, to: .goal(place), isShortest: false)
        return try goal(place, reachedBy: shrunk ?? moves)
      }
      exploration.goals.append(Exploration.Goal(name: name, script: script))
    }
    exploration.statistics = outcome.statistics
    exploration.takesIdentifiersAsAlike = ground.spec.makesIdentifiers
    exploration.graph = outcome.graph
    if let seen = outcome.seen { note(seen, in: &exploration) }
    let source = ActSource(ground.spec, ground.moves, now: ground.opening.clock)
    exploration.triesEverything = source.triesEverything
    exploration.unmakeable = source.unmakeable
    return exploration
  }

  /// Tells what of the spec came up, and what did not.
  private func note(_ seen: OutcomeSet, in exploration: inout Exploration) {
    let table = ground.spec.checked.coverage
    let unseen = ground.outcomes.subtracting(seen)
    exploration.outcomes = ground.outcomes.count
    exploration.unseenCount = unseen.count
    let aliased = table.points.aliased
    for (index, point) in table.points.enumerated() {
      let outcomes = point.outcomes.enumerated().filter { unseen.contains(point.first + $0.offset) }
      guard !outcomes.isEmpty else { continue }
      let wording = point.wording(
        ofMissing: outcomes.map(\.element), isAliased: aliased.contains(index))
      exploration.unseen.append("\(point.place): \(wording)")
    }
  }

  private typealias Recording = (prologue: [RecordedStep], steps: [RecordedStep])

  /// Does some moves, and keeps what comes of them.
  private func record(_ moves: [Rehearsal.Move]) throws(ActionError) -> Recording {
    let rehearsal = try Rehearsal(ground.spec, from: ground.opening)
    let steps = moves.compactMap { rehearsal.record($0) }
    return (rehearsal.prologue, steps)
  }

  private func script(
    of moves: [Rehearsal.Move], _ scenario: SessionScenario, named fileName: String,
    isConfirmed: Bool
  ) -> Exploration.Script {
    Exploration.Script(
      lines: moves.map { $0.line(of: ground.spec) }, scenario: scenario,
      fileName: String(fileName.prefix(ScriptNames.longest)), isConfirmed: isConfirmed)
  }

  private func goal(
    _ place: Int, reachedBy moves: [Rehearsal.Move]
  ) throws(ActionError) -> Exploration.Script {
    let goal = ground.spec.checked.goals[place]
    var scenario = scenario(of: try record(moves), named: "The goal \(goal.name) is reached")
    scenario.goal = String(goal.expression.text)
    let passes = (try? scenario.failures(of: ground.spec))?.isEmpty ?? false
    return script(of: moves, scenario, named: "goal-" + goal.name, isConfirmed: passes)
  }

  private func violation(
    _ discovery: SearchOutcome.Discovery, isShortest: Bool, _ names: inout ScriptNames
  ) throws(ActionError) -> Exploration.Violation {
    let shrunk = shrinker.shrink(
      discovery.moves, to: .violation(ViolationKey(discovery.error)), isShortest: isShortest)
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
    let name = names.name(of: error, metBy: moves.last)
    let scenario = scenario(of: recording, named: name.title)
    let failures = (try? scenario.failures(of: ground.spec)) ?? []
    return Exploration.Violation(
      error: error, parts: parts.map { ($0.text, $0.value) },
      script: script(
        of: moves, scenario, named: name.file,
        isConfirmed: shrunk != nil && !failures.isEmpty))
  }

  /// A scenario of what was done, which expects nothing but the errors that were met.
  private func scenario(of recording: Recording, named name: String) -> SessionScenario {
    var scenario = SessionScenario(
      of: ground.spec, at: ["spec.yaml"], name: name, clock: ground.opening.clock,
      seed: ground.opening.seed, initial: initialStore,
      steps: recording.prologue + recording.steps)
    scenario.expectsOutcomes = false
    return scenario
  }

  private var initialStore: Record {
    Record(ground.spec.store.shape, ground.opening.initial.map(Value.record))
  }

}
