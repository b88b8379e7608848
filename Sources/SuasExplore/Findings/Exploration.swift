import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// What a search came to.
package struct Exploration: Sendable {
  /// Steps that lead to something, and the scenario that is made of them.
  package struct Script: Sendable {
    /// What is done, a line each.
    package let lines: [String]
    package let scenario: SessionScenario
    /// What the scenario's file is called, without its endings.
    package let fileName: String
    /// Whether the scenario has been seen to do what it is to do: of a violation, to fail; of a goal,
    /// to pass.
    package let isConfirmed: Bool
    /// The scenario's file, where there is one.
    package internal(set) var file: ScenarioFolder.Written?
  }

  /// A promise that can be broken, and how.
  package struct Violation: Sendable {
    package let error: ActionError
    /// The values of the parts of the condition that does not hold.
    package let parts: [(text: String, value: Value)]
    package internal(set) var script: Script
  }

  /// A goal, and how it is reached, if it was.
  package struct Goal: Sendable {
    package let name: String
    package internal(set) var script: Script?
  }

  package internal(set) var violations: [Violation] = []
  package internal(set) var goals: [Goal] = []
  package internal(set) var statistics = Statistics()
  /// Whether states that differ in made ids only were taken as one: what looks into ids, or orders
  /// them, may then do more than was seen.
  package internal(set) var takesIdentifiersAsAlike = false
  /// Whether all was tried that can be done: else payloads and answers are samples of all there are.
  package internal(set) var triesEverything = false
  /// The actions for which no payload could be made.
  package internal(set) var unmakeable: [String] = []
  package internal(set) var graph: StateGraph?
  /// How many outcomes of the spec there are, and what of them never came up, by its place.
  package internal(set) var outcomes = 0
  package internal(set) var unseen: [String] = []
  package internal(set) var unseenCount = 0

  /// Whether the search went on from all states that what was tried leads to.
  var exhaustsTrials: Bool {
    statistics.ending == .exhausted && statistics.tooLarge == 0 && !takesIdentifiersAsAlike
  }

  /// Whether the search went on from all states that there are.
  var exhaustsStates: Bool { exhaustsTrials && triesEverything }

  /// Whether some promise was broken.
  package var failed: Bool { !violations.isEmpty }

  /// Writes the scenarios of violations and goals, each into a file of its own.
  ///
  /// - Parameter specs: The paths of the spec's files, as the user named them.
  /// - Throws: why one cannot be written; those before it have been.
  package mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.Failure) {
    for index in violations.indices { try violations[index].script.save(into: folder, of: specs) }
    for index in goals.indices { try goals[index].script?.save(into: folder, of: specs) }
  }
}

extension Exploration.Script {
  fileprivate mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.Failure) {
    file = try folder.write(scenario, named: fileName, of: specs)
  }
}

/// Searches the states that an app can come to.
package struct Explorer {
  private let spec: CompiledSpec
  private let opening: Rehearsal.Opening
  private let settings: ExploreSettings

  /// - Parameter opening: Where the search begins.
  package init(
    _ spec: CompiledSpec, from opening: Rehearsal.Opening? = nil, _ settings: ExploreSettings
  ) {
    self.spec = spec
    self.opening = opening ?? Rehearsal.Opening(of: spec)
    self.settings = settings
  }

  /// Searches.
  ///
  /// - Parameter report: Is told how far the search is, again and again.
  /// - Throws: why it cannot begin.
  package func run(report: @escaping (Progress) -> Void = { _ in }) throws(ActionError)
    -> Exploration
  {
    let ground = Ground(spec, from: opening, settings)
    let outcome =
      ground.isBare
      ? search(ground, try machines { () throws(ActionError) in try BareMachine(ground) }, report)
      : search(ground, try machines { () throws(ActionError) in try StagedMachine(ground) }, report)
    return try Editor(ground).exploration(of: outcome)
  }

  private func machines<M: Machine>(
    _ make: () throws(ActionError) -> M
  ) throws(ActionError) -> [M] {
    var machines: [M] = []
    for _ in 0..<max(1, settings.jobs) { machines.append(try make()) }
    return machines
  }

  private func search<M: Machine>(
    _ ground: Ground, _ machines: [M], _ report: @escaping (Progress) -> Void
  ) -> SearchOutcome {
    switch settings.strategy {
    case .breadthFirst:
      var search = BreadthFirst(ground, settings, machines, report: report)
      return search.run()
    case .random, .guided:
      var search = Walks(ground, settings, machines, report: report)
      return search.run()
    }
  }
}
