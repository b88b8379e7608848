import CEL
import Suas
import SuasScenario
import SuasSpec

/// Turns the outcome of a search into findings for people: shortened, explained and with a scenario
/// each.
struct Editor {
  private let context: SearchContext
  private let shrinker: Shrinker

  init(_ context: SearchContext) throws(ActionError) {
    self.context = context
    shrinker = try Shrinker(context)
  }

  func exploration(of outcome: SearchOutcome) throws(ActionError) -> Exploration {
    var exploration = Exploration()
    let source = ActSource(context.spec, context.moves, now: context.opening.clock)
    exploration.triesEverything = source.triesEverything
    // Walks do not find shortest paths, and neither does a search that leaves states unexpanded,
    // since the shortest path may lead through one of those.
    let isShortest =
      outcome.statistics.steps == 0 && outcome.statistics.tooLarge == 0
      && outcome.statistics.ending != .memory
    var names = ScriptNames(of: context.spec)
    for discovery in outcome.violations {
      exploration.violations.append(
        try violation(discovery, isShortest: isShortest, &names))
    }
    for (place, moves) in outcome.goals.enumerated() {
      let declared = context.spec.checked.goals[place]
      let script = try moves.map { moves throws(ActionError) in
        let shrunk =
          isShortest ? nil : shrinker.shrink(moves, to: .goal(place), isShortest: false)
        return try goal(place, reachedBy: shrunk ?? moves)
      }
      exploration.goals.append(
        Exploration.Goal(name: declared.name, place: declared.place, script: script))
    }
    for (place, way) in outcome.ways.enumerated() {
      try add(way, at: place, to: &exploration, &names)
    }
    exploration.statistics = outcome.statistics
    exploration.takesIdentifiersAsAlike = context.spec.makesIdentifiers
    exploration.takesHistoriesAsAlike = context.codec.isHistory.contains(true)
    exploration.graph = outcome.graph
    exploration.spec = context.spec.checked.digest
    exploration.start =
      outcome.start.map {
        String($0.high, radix: 16) + "-" + String($0.low, radix: 16)
      } ?? ""
    if let seen = outcome.seen { note(seen, in: &exploration) }
    exploration.promises = context.spec.checked.promiseCount
    exploration.unmakeable = source.unmakeable
    return exploration
  }

  /// Adds to an exploration which outcomes of the spec never came up.
  private func note(_ seen: OutcomeSet, in exploration: inout Exploration) {
    let table = context.spec.checked.coverage
    let unseen = context.outcomes.subtracting(seen)
    exploration.outcomes = context.outcomes.count
    let aliased = table.points.aliased
    for (index, point) in table.points.enumerated() {
      let outcomes = point.outcomes.enumerated().filter { unseen.contains(point.first + $0.offset) }
      guard !outcomes.isEmpty else { continue }
      let wording = point.wording(
        ofMissing: outcomes.map(\.element), isAliased: aliased.contains(index))
      exploration.unseen.append("\(point.place): \(wording)")
      exploration.unseenOutcomes += outcomes.map { outcome in
        let wording = point.wording(
          ofMissing: [outcome.element], isAliased: aliased.contains(index))
        return "\(point.place): \(wording)"
      }
      // A condition that was not evaluated at all lies behind another one.
      if let condition = point.condition, outcomes.count < point.outcomes.count,
        outcomes.contains(where: { $0.element == (condition.isNegated ? .isFalse : .isTrue) })
      {
        exploration.unpassed.append(
          "\(point.place): \(point.keyword): \(condition.expression.text)")
      }
    }
  }

  private typealias Recording = (prologue: [RecordedStep], steps: [RecordedStep])

  /// Performs moves and records their results.
  private func record(_ moves: [Sandbox.Move]) throws(ActionError) -> Recording {
    let sandbox = try Sandbox(context.spec, from: context.opening)
    let steps = moves.compactMap { sandbox.record($0) }
    return (sandbox.prologue, steps)
  }

  private func script(
    of moves: [Sandbox.Move], _ scenario: SessionScenario, named fileName: String,
    isConfirmed: Bool
  ) -> Exploration.Script {
    Exploration.Script(
      lines: moves.map { $0.line(of: context.spec) }, scenario: scenario,
      fileName: String(fileName.prefix(ScriptNames.longest)), isConfirmed: isConfirmed)
  }

  private func goal(
    _ place: Int, reachedBy moves: [Sandbox.Move]
  ) throws(ActionError) -> Exploration.Script {
    let goal = context.spec.checked.goals[place]
    var scenario = scenario(of: try record(moves), named: "The goal \(goal.name) is reached")
    scenario.goal = String(goal.expression.text)
    let passes = (try? scenario.failures(of: context.spec))?.isEmpty ?? false
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
      error = last.outcome.errors.first(where: context.isViolation) ?? error
      parts = BrokenParts(of: context.spec).parts(of: error, in: last)
      // The scenario must not expect the violation.
      last.forgetErrors()
      recording.steps.append(last)
    }
    let name = names.name(of: error, metBy: moves.last)
    let scenario = scenario(of: recording, named: name.title)
    let failures = (try? scenario.failures(of: context.spec)) ?? []
    return Exploration.Violation(
      error: error, parts: parts.map { ($0.text, $0.value) },
      script: script(
        of: moves, scenario, named: name.file,
        isConfirmed: shrunk != nil && !failures.isEmpty))
  }

  /// Adds what is known of a way out.
  private func add(
    _ way: SearchOutcome.Way, at place: Int, to exploration: inout Exploration,
    _ names: inout ScriptNames
  ) throws(ActionError) {
    let declared = context.spec.checked.waysOut[place]
    switch way {
    case .notJudged(let reason):
      exploration.ways.append(
        Exploration.WayOut(name: declared.name, place: declared.place, reason: reason))
    case .judged(let trap, let closed, let undecided):
      exploration.ways.append(
        Exploration.WayOut(
          name: declared.name, place: declared.place, reason: nil, closed: closed,
          undecided: undecided))
      let tried = exploration.triesEverything ? "" : " that was tried"
      let error = ActionError(
        code: ConditionKind.wayOutCode,
        message:
          "\(declared.kind.noun) '\(declared.name)' is closed: nothing\(tried) leads on to where "
          + "it ends",
        place: ActionError.Place(declared.place))
      guard let trap, context.isViolation(error) else { return }
      exploration.violations.append(try violation(error, of: declared, in: trap, &names))
    }
  }

  /// Makes the violation of a way out: its scenario leads into the trap, where the end of the way is
  /// not met.
  private func violation(
    _ error: ActionError, of way: CheckedCondition, in trap: [Sandbox.Move],
    _ names: inout ScriptNames
  ) throws(ActionError) -> Exploration.Violation {
    let name = names.name(of: error, metBy: trap.last)
    let sandbox = try Sandbox(context.spec, from: context.opening)
    let steps = trap.compactMap { sandbox.record($0) }
    let slots: ContiguousArray<Value> = [.record(sandbox.state), .record(sandbox.pending)]
    var scenario = scenario(of: (sandbox.prologue, steps), named: name.title)
    scenario.goal = "!(\(way.expression.text))"
    let passes = (try? scenario.failures(of: context.spec))?.isEmpty ?? false
    return Exploration.Violation(
      error: error,
      parts: BrokenParts(of: context.spec).parts(of: way.expression, on: slots).map {
        ($0.text, $0.value)
      },
      script: script(of: trap, scenario, named: name.file, isConfirmed: passes))
  }

  /// Makes a scenario of recorded steps that expects nothing but the errors that they met.
  private func scenario(of recording: Recording, named name: String) -> SessionScenario {
    var scenario = SessionScenario(
      of: context.spec, at: ["spec.yaml"], name: name, clock: context.opening.clock,
      seed: context.opening.seed, initial: initialStore,
      steps: recording.prologue + recording.steps)
    scenario.expectsOutcomes = false
    return scenario
  }

  private var initialStore: Record {
    Record(context.spec.store.shape, context.opening.initial.map(Value.record))
  }
}

extension CheckedSpec {
  /// The number of invariants, transitions, promises at rest, goals, ways out and constraints.
  fileprivate var promiseCount: Int {
    let fields = typesOfEverything.records.values.flatMap(\.fields)
    return invariants.count + transitions.count + atRest.count + goals.count
      + waysOut.count + fields.count { $0.constraint != nil }
  }
}
