import CEL
import Suas
import SuasScenario
import SuasSpec

/// A place in the search: all that is needed to go on from a state.
struct Spot: Sendable {
  /// The sub-states, as the codec writes them; empty where the moment holds them.
  var bytes: [UInt8] = []
  var moment: Rehearsal.Moment?

  /// How much memory it takes, nearly.
  var byteCount: Int { moment == nil ? bytes.count + 48 : 2000 }
}

/// What came of trying something in a state.
enum Attempt {
  /// It met errors that nobody allows, and what it led to is not gone on from.
  ///
  /// Two of one kind, where that is known, are one and the same violation.
  case violation(BareReducers.RefusalKind)
  /// Nothing changed, or it was refused as it may be.
  case nothing
  /// It led to a state that has been seen.
  case known
  /// It led to a state that has not been seen.
  case new
}

/// The states that have been seen, by all and by one worker since.
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

/// A spec as a system that goes from state to state; each worker has one.
protocol Machine: AnyObject, SendableMetatype {
  /// How many states are gone on from in one piece of work: what takes a moment, and no longer.
  static var statesInPiece: Int { get }

  /// Where the search begins.
  var start: Spot { get }

  /// Goes to a place.
  func enter(_ spot: Spot)

  /// What can be done there.
  func acts() -> ActList

  /// Does one of the things that can be done there.
  func attempt(_ ordinal: Int, of acts: ActList, _ known: KnownStates?) -> Attempt

  /// The violation that the last attempt met, if it met one.
  var violation: ActionError? { get }

  /// Goes back to the place that was entered.
  func takeBack()

  /// Stays where the last attempt led.
  func stay()

  /// The store as it is now.
  var store: Record { get }

  /// Where the search is now; nil where that cannot be kept.
  var spot: Spot? { get }

  /// The key of the state as it is now.
  var key: StateKey { get }

  /// Whether the state is larger than what is gone on from.
  var isTooLarge: Bool { get }

  /// Notes which outcomes of the spec come up.
  var notes: OutcomeNotes { get }

  /// Notes no outcome any more, where all have come up that can.
  func endWatchingOnceAllIsSeen()
}

/// What all machines of a search have in common.
struct Ground: Sendable {
  let spec: CompiledSpec
  let opening: Rehearsal.Opening
  let moves: MoveSettings
  /// The codes of errors that are no violations.
  let allowedErrors: Set<String>
  /// Lists and maps that are larger are not gone on from.
  let largest: Int
  let codec: StateCodec
  /// When the search ends at the latest, with all that is made of what it found.
  let deadline: Deadline
  /// The outcomes of the spec that can come up.
  let outcomes: OutcomeSet
  /// Texts that stand for nothing in particular.
  let plainTexts = Set(ValueSource.texts)

  init(_ spec: CompiledSpec, from opening: Rehearsal.Opening, _ settings: ExploreSettings) {
    self.spec = spec
    self.opening = opening
    moves = settings.moves
    allowedErrors = settings.allowedErrors
    deadline = Deadline(settings)
    codec = StateCodec(spec)
    outcomes = spec.searchedOutcomes
    // What the search begins with is never too large.
    let codec = codec
    largest = opening.initial.enumerated().reduce(settings.largest) {
      max($0, codec.largest(in: $1.element, slot: $1.offset))
    }
  }

  /// The spec, with notes of which of its outcomes come up.
  func watched() -> (spec: CompiledSpec, notes: OutcomeNotes) {
    var spec = spec
    let notes = OutcomeNotes(spec.checked.coverage)
    spec.probe = Probe(on: spec.checked.coverage, notes: notes)
    return (spec, notes)
  }

  /// Whether an error breaks a promise.
  func isViolation(_ error: ActionError) -> Bool {
    !error.isDeliberate && !allowedErrors.contains(error.code)
  }

  /// Whether actions change nothing but by rules, and are the same whenever they are dispatched.
  var isBare: Bool {
    spec.isBare && spec.sendsTheSame
  }
}
