import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// The result of a search.
package struct Exploration: Sendable {
  /// The steps to a violation or a goal, and the scenario made from them.
  package struct Script: Sendable {
    /// The steps, one line each.
    package let lines: [String]
    package let scenario: SessionScenario
    /// The name of the scenario's file, without its extensions.
    package let fileName: String
    /// True if the scenario was run with the expected result: it fails for a violation, and passes
    /// for a goal.
    package let isConfirmed: Bool
    /// The scenario's file; `nil` if it was not written.
    package internal(set) var file: ScenarioFolder.Written?
  }

  /// A violation, and the steps that lead to it.
  package struct Violation: Sendable {
    package let error: ActionError
    /// The parts of the failed condition, with their values.
    package let parts: [(text: String, value: Value)]
    package internal(set) var script: Script

    /// True for a way out, whose scenario leads to where it is closed and passes.
    package var isTrap: Bool { error.code == ConditionKind.wayOutCode }

    /// The code and the message of the error.
    package var words: String { "\(error.code): \(error.message)" }
  }

  /// A goal, and the steps that reach it; no steps if it was not reached.
  package struct Goal: Sendable {
    package let name: String
    package let place: SourceRange
    package internal(set) var script: Script?
  }

  /// The judgement of a promise under `always-reachable`; where it is broken, there is a violation.
  package struct WayOut: Sendable {
    package let name: String
    package let place: SourceRange
    /// The reason why it was not judged; nil if it was.
    package let reason: NotJudgedReason?
    /// The number of states from which nothing leads to its end.
    package var closed = 0
    /// The number of states of which that is not known, since only what the search did not go on from
    /// is left.
    package var undecided = 0
  }

  package internal(set) var violations: [Violation] = []
  package internal(set) var goals: [Goal] = []
  package internal(set) var ways: [WayOut] = []
  package internal(set) var statistics = Statistics()
  /// True if states that differ only in generated ids were taken as one. Expressions that inspect
  /// ids or order them may then have results that the search did not see.
  package internal(set) var takesIdentifiersAsAlike = false
  /// True if states counted as one that differ only in entries of a history more than one step back
  /// or ahead.
  package internal(set) var takesHistoriesAsAlike = false
  /// True if everything possible was tried; otherwise the payloads and answers that were tried are
  /// samples.
  package internal(set) var triesEverything = false
  /// The actions for which no payload could be made.
  package internal(set) var unmakeable: [String] = []
  package internal(set) var graph: StateGraph?
  /// The number of outcomes in the spec; `unseen` lists the points of those that never came up, with
  /// their places.
  package internal(set) var outcomes = 0
  package internal(set) var unseen: [String] = []
  /// The outcomes that never came up, one for each.
  package internal(set) var unseenOutcomes: [String] = []
  /// The conditions that no attempt passed, so that the parts that they guard were not searched.
  package internal(set) var unpassed: [String] = []
  /// The number of promises in the spec.
  package internal(set) var promises = 0
  /// The digest of the spec, and the key of the state in which the search began.
  package internal(set) var spec = ""
  package internal(set) var start = ""

  /// Writes the scenarios of violations and goals, each into a file of its own.
  ///
  /// - Parameter specs: The paths of the spec's files, as the user named them.
  /// - Throws: the reason why a scenario cannot be written; those before it have been written.
  package mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    for index in violations.indices { try violations[index].script.save(into: folder, of: specs) }
    for index in goals.indices { try goals[index].script?.save(into: folder, of: specs) }
  }
}

extension Exploration.Script {
  mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    file = try folder.write(scenario, named: fileName, of: specs)
  }
}

/// Searches the states that an app can reach.
package struct Explorer {
  private let spec: CompiledSpec
  private let opening: Sandbox.Opening
  private let settings: ExploreSettings

  /// - Parameter opening: The start of the search; by default, the initial state of the spec.
  package init(
    _ spec: CompiledSpec, from opening: Sandbox.Opening? = nil, _ settings: ExploreSettings
  ) {
    self.spec = spec
    self.opening = opening ?? Sandbox.Opening(of: spec)
    self.settings = settings
  }

  /// Runs the search.
  ///
  /// - Parameter report: A closure that is called with the progress repeatedly.
  /// - Throws: the reason why the search cannot begin.
  package func run(report: @escaping (Progress) -> Void = { _ in }) throws(ActionError)
    -> Exploration
  {
    let context = SearchContext(spec, from: opening, settings)
    let outcome =
      context.isBare
      ? try search(context, report) { (context) throws(ActionError) in try BareMachine(context) }
      : try search(context, report) { (context) throws(ActionError) in try StagedMachine(context) }
    return try Editor(context).exploration(of: outcome)
  }

  private func machines<M: Machine>(
    for context: SearchContext, _ make: (SearchContext) throws(ActionError) -> M
  ) throws(ActionError) -> [M] {
    var machines: [M] = []
    for _ in 0..<max(1, settings.jobs) { machines.append(try make(context)) }
    return machines
  }

  private func search<M: Machine>(
    _ context: SearchContext, _ report: @escaping (Progress) -> Void,
    _ make: (SearchContext) throws(ActionError) -> M
  ) throws(ActionError) -> SearchOutcome {
    let all = try machines(for: context, make)
    switch settings.strategy {
    case .mixed:
      let mixed = MixedSearch(
        context: context, settings: settings,
        machines: try machines(for: context.beforeWalks, make), walkers: all, report: report)
      return mixed.run()
    case .breadthFirst:
      var search = BreadthFirst(context, settings, all, report: report)
      return search.run()
    case .random, .guided:
      var search = Walks(context, settings, all, report: report)
      return search.run()
    }
  }
}
