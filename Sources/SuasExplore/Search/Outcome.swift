import Suas
import SuasScenario
import SuasSpec

/// What a search has found, before it is made fit for people.
struct SearchOutcome: Sendable {
  /// A way to something, and what it meets at its end.
  struct Discovery: Sendable {
    let moves: [Rehearsal.Move]
    let error: ActionError
  }

  var violations: [Discovery] = []
  /// By the goal's place, how it is reached; nil where it was not.
  var goals: [[Rehearsal.Move]?] = []
  var statistics = Statistics()
  /// What of the spec came up.
  var seen: OutcomeSet?
  var graph: StateGraph?
}

/// How far a search came.
package struct Statistics: Sendable, Equatable {
  /// Why the search ended.
  package enum Ending: String, Sendable {
    /// There was nothing more to be done.
    case exhausted
    /// Walks tried again and again and came no further.
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
  /// How many states were gone on from.
  package var expanded = 0
  package var attempts = 0
  package var depth = 0
  /// How many steps walks made; nothing where every state was gone on from.
  package var steps = 0
  /// By the goal's place, in how many of the steps it held.
  package var goalSteps: [Int] = []
  /// How many states were larger than what is gone on from.
  package var tooLarge = 0
}

/// What is shown of a search that is under way.
package struct Progress: Sendable {
  package var states: Int
  package var depth: Int
  package var violations: Int
  /// How many states wait to be gone on from; walks have none.
  package var waiting: Int?
  /// How many steps walks made.
  package var steps: Int?
  /// How much of the rules has been seen, where that is counted.
  package var coverage: Double?
}

/// What two violations have in common that are one and the same.
struct ViolationKey: Hashable, Sendable {
  let code: String
  let place: ActionError.Place?
  /// What is wrong, where no place tells.
  let message: String

  init(_ error: ActionError) {
    code = error.code
    place = error.place
    message = error.place == nil ? error.message : ""
  }
}
