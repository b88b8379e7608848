import CEL
import Suas
import SuasScenario
import SuasSpec

/// A saved state of the search, from which a machine can continue.
struct Spot: Sendable {
  /// The sub-states as the codec writes them; empty if the moment holds them.
  var bytes: [UInt8] = []
  var snapshot: Sandbox.Snapshot?

  /// The approximate memory use, in bytes.
  var byteCount: Int { snapshot == nil ? bytes.count + 48 : 2000 }
}

/// The result of trying an act in a state.
enum Attempt {
  /// An error that is not allowed; the resulting state, whose key the machine has, is not expanded.
  ///
  /// Two errors of the same known kind are the same violation.
  case violation(BareReducers.RefusalKind)
  /// No change, or a refusal that is allowed.
  case nothing
  /// A state that cannot be kept.
  case unkept
  /// A state that has been seen.
  case known
  /// A state that has not been seen.
  case new
}

/// The states that all workers have seen, and those that one worker has seen since.
final class KnownStates {
  private let seen: StateTable
  private let own: StateTable

  init(_ seen: StateTable, _ own: StateTable) {
    self.seen = seen
    self.own = own
  }

  @inline(__always)
  func contains(_ key: StateKey) -> Bool { seen.contains(key) || own.contains(key) }
}

/// A spec as a transition system; each worker has one.
protocol Machine: AnyObject, SendableMetatype {
  /// The number of states to expand in one piece of work, chosen so that a piece is short.
  static var statesInPiece: Int { get }

  /// The start of the search.
  var start: Spot { get }

  /// Goes to a saved state.
  func enter(_ spot: Spot)

  /// Returns the acts that can be tried in the entered state.
  func acts() -> ActList

  /// Tries one of the acts.
  func attempt(_ ordinal: Int, of acts: ActList, _ known: KnownStates?) -> Attempt

  /// The violation that the last attempt met, if it met one.
  var violation: ActionError? { get }

  /// Goes back to the state that was entered.
  func takeBack()

  /// Stays in the state that the last attempt led to.
  func stay()

  /// The store as it is now.
  var store: Record { get }

  /// The numbers of effects under way, as conditions see them.
  var pending: Record { get }

  /// The current state, saved; `nil` if it cannot be saved.
  var spot: Spot? { get }

  /// The key of the state as it is now.
  var key: StateKey { get }

  /// True if the state is too large to be expanded.
  var isTooLarge: Bool { get }

  /// The record of the outcomes of the spec that come up.
  var notes: OutcomeNotes { get }

  /// Stops noting outcomes if all possible ones have come up.
  func endWatchingOnceAllIsSeen()
}
