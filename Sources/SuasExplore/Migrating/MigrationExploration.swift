import CEL
import SuasScenario
import SuasSpec

/// The result of restoring states that earlier versions may have saved.
package struct MigrationExploration: Sendable {
  /// A loss of what a version saved, or an error that the new store meets.
  package struct Loss: Sendable {
    /// The version that saved it.
    package let version: Int
    package let code: String
    package let message: String
    package let place: String
    /// The state keys that are lost; none for an error of the new store.
    package let stateKeys: [String]
    /// The smallest state that was found.
    package let state: Record
    /// The state as a text, and as a scenario.
    package internal(set) var script: Exploration.Script
  }

  /// The states of a version that were restored.
  package struct Version: Sendable {
    package let number: Int
    package internal(set) var states = 0
    /// True if the states are those at the ends of scenarios.
    package var isOfScenarios = false
  }

  package internal(set) var versions: [Version] = []
  package internal(set) var losses: [Loss] = []
  package internal(set) var ending = Statistics.Ending.states
  package internal(set) var seed: UInt64 = 0

  /// True if no migration was tried.
  package var hasJudgedNothing: Bool {
    versions.allSatisfy { $0.isOfScenarios || $0.states == 0 }
  }

  /// True if something is lost, or nothing was judged.
  package var failed: Bool { !losses.isEmpty || hasJudgedNothing }

  /// Writes the scenarios of losses, each into a file of its own.
  ///
  /// - Parameter specs: The paths of the spec's files, as the user named them.
  /// - Throws: the reason why a scenario cannot be written; those before it have been written.
  package mutating func save(
    into folder: ScenarioFolder, of specs: [String]
  ) throws(ScenarioFolder.WriteError) {
    for index in losses.indices { try losses[index].script.save(into: folder, of: specs) }
  }
}
