import CEL
import Suas
import SuasScenario
import SuasSpec

/// The data that all machines of a search share: one object, since each try of a move reads it.
final class SearchContext: Sendable {
  let spec: CompiledSpec
  let opening: Sandbox.Opening
  let moves: MoveSettings
  /// The codes of errors that are not violations.
  let allowedErrors: Set<String>
  /// True if the app may end and start again in every state.
  let restarts: Bool
  /// The size of a list or map above which a state is not expanded.
  let largest: Int
  let codec: StateCodec
  /// The latest end of the search, including the processing of its findings.
  let deadline: Deadline
  /// The outcomes of the spec that can come up.
  let outcomes: OutcomeSet
  /// Texts without a particular meaning.
  let plainTexts = Set(ValueSource.texts)

  init(_ spec: CompiledSpec, from opening: Sandbox.Opening, _ settings: ExploreSettings) {
    self.spec = spec
    self.opening = opening
    var moves = settings.moves
    moves.hints = moves.hints ?? FieldHints(spec.checked)
    self.moves = moves
    allowedErrors = settings.allowedErrors
    restarts = settings.restarts && spec.checked.saved != nil
    deadline = Deadline(settings)
    outcomes = spec.searchedOutcomes(restarts: restarts)
    // The initial state is never too large.
    let codec = StateCodec(spec)
    self.codec = codec
    largest = opening.initial.enumerated().reduce(settings.largest) {
      max($0, codec.largest(in: $1.element, slot: $1.offset))
    }
  }

  /// Copies a context with another end and other moves.
  private init(_ context: SearchContext, until deadline: Deadline, _ moves: MoveSettings) {
    spec = context.spec
    opening = context.opening
    self.moves = moves
    allowedErrors = context.allowedErrors
    restarts = context.restarts
    largest = context.largest
    codec = context.codec
    self.deadline = deadline
    outcomes = context.outcomes
  }

  /// The context of a breadth-first search before walks: it takes half of the time, and leaves the
  /// payloads of scenarios to the walks, since each makes more states that are much alike.
  var beforeWalks: SearchContext {
    var moves = moves
    moves.samples = [:]
    return SearchContext(self, until: deadline.halved, moves)
  }

  /// Returns the spec with a probe, and the notes in which the probe records the outcomes.
  func watched() -> (spec: CompiledSpec, notes: OutcomeNotes) {
    var spec = spec
    let notes = OutcomeNotes(spec.checked.coverage)
    spec.probe = Probe(on: spec.checked.coverage, notes: notes)
    return (spec, notes)
  }

  /// Returns true if an error is a violation: neither deliberate nor allowed.
  func isViolation(_ error: ActionError) -> Bool {
    !error.isDeliberate && !allowedErrors.contains(error.code)
  }

  /// True if actions have no effects beyond the reducers' rules, and are the same whenever they are
  /// dispatched.
  var isBare: Bool {
    spec.isBare && spec.sendsTheSame && !restarts
  }
}
