import Suas
import SuasScenario
import SuasSpec

/// The raw findings of a search, before they are prepared for people.
struct SearchOutcome: Sendable {
  /// A path, and the error at its end.
  struct Discovery: Sendable {
    let moves: [Sandbox.Move]
    let error: ActionError
  }

  /// The judgement of a way out.
  enum Way: Sendable {
    case notJudged(NotJudgedReason)
    /// The moves into the nearest state from which nothing leads to its end, the number of such
    /// states, and the number of those of which that is not known.
    case judged(trap: [Sandbox.Move]?, closed: Int, undecided: Int)
  }

  var violations: [Discovery] = []
  /// The moves that reach each goal, by the goal's index; `nil` for a goal that was not reached.
  var goals: [[Sandbox.Move]?] = []
  /// The judgement of each way out, by its index.
  var ways: [Way] = []
  var statistics = Statistics()
  /// The outcomes of the spec that came up.
  var seen: OutcomeSet?
  /// The state in which the search began.
  var start: StateKey?
  var graph: StateGraph?
}

/// The counts of a search, and the reason why it ended.
/// The reason why ways out are not judged.
package enum NotJudgedReason: String, Sendable {
  /// Walks do not see where else a state leads.
  case walks
  /// A shard sees a part of the states.
  case shard
  /// Some of the moves were left out.
  case only
  /// The graph did not fit into its memory.
  case memory
}

package struct Statistics: Sendable, Equatable {
  /// The reason why a search ended.
  package enum Ending: String, Sendable {
    /// Nothing was left to try.
    case exhausted
    /// Many rounds of walks made no step.
    case stuck
    case states
    case depth
    case time
    case interrupted
    case memory
    case violations
  }

  package var ending = Ending.exhausted
  package var states = 0
  /// The number of states that every shard of the search sees, among these.
  package var shared = 0
  /// The number of states that were expanded.
  package var expanded = 0
  package var attempts = 0
  package var depth = 0
  /// The number of steps that walks made; zero for a breadth-first search.
  package var steps = 0
  /// The number of steps after which each goal held, by the goal's index.
  package var goalSteps: [Int] = []
  /// The number of states that were too large to be expanded.
  package var tooLarge = 0
}

/// The progress of a running search.
package struct Progress: Sendable {
  package var states: Int
  package var depth: Int
  package var violations: Int
  /// The number of states that wait to be expanded; `nil` for walks.
  package var waiting: Int?
  /// The number of steps that walks made; `nil` for a breadth-first search.
  package var steps: Int?
  /// The fraction of the possible outcomes that has been seen, if it is counted.
  package var coverage: Double?
}

/// The identity of a violation: errors with equal keys are the same violation.
struct ViolationKey: Hashable, Sendable {
  let code: String
  let place: ActionError.Place?
  /// The error's message if it has no place; otherwise empty.
  let message: String

  init(_ error: ActionError) {
    code = error.code
    place = error.place
    message = error.place == nil ? error.message : ""
  }
}
