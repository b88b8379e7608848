import CEL
import SuasProgram
import YAML

/// The run of a reducer's rules on an action, one after the other.
final class Execution {
  /// Slot 0 holds the sub-state as changed so far, slot 1 the payload, slot 2 the whole store for
  /// rules that read it, other slots the values that rules bind.
  @exclusivity(unchecked) var frame = Frame(slots: [.null, .null, .null], budget: 0)
  /// The log of the action's changes, to undo them.
  @exclusivity(unchecked) var log = ChangeLog()
  /// True if a verb that changes state ran; a plain Suas reducer says so by not returning nil.
  @exclusivity(unchecked) var handled = false
  /// The observer of the run; nil for nearly all runs.
  @exclusivity(unchecked) var probe: Probe? { didSet { frame.host = probe } }
  /// Called, if there is a probe, for every rule that counts as having changed the state, with the
  /// state after it.
  var onRule: ((_ rule: SourceRange, _ after: Value) -> Void)?
  /// The innermost rule that met an error.
  @exclusivity(unchecked) var failed: SourceRange?
  /// True if that rule refused the action on purpose: a `fail` that met no error of its own.
  @exclusivity(unchecked) private(set) var isDeliberate = false
  /// True if the message of that refusal may hold a sensitive value.
  @exclusivity(unchecked) private(set) var isSensitive = false

  /// The shared rules in which the error was met, with the places of their uses, innermost first.
  @exclusivity(unchecked) private(set) var uses: [(rule: String, place: SourceRange)] = []
  /// The records around the one that a shared rule runs on; only if the run is observed.
  var lenders: [Lender] = []

  /// A record, or sub-state, that has lent a part of it to a shared rule.
  struct Lender {
    let state: Value
    let route: Route
    let firstKey: Int
  }

  /// True if a rule has bound a value.
  @exclusivity(unchecked) private var hasBound = false

  static let stateSlot = 0
  static let payloadSlot = 1
  static let storeSlot = 2
  private let loan = RecordLoan()

  /// The whole store for the rules of one action.
  var store: Record? {
    didSet { frame[Self.storeSlot] = store.map(Value.record) ?? .null }
  }

  /// Starts an action, whose payload must stay valid until ``end()``.
  @inline(__always)
  func begin(
    _ state: consuming Record, _ payload: Borrow<Record>, budget: Int
  ) {
    // Slots hold null between actions, so there is nothing to release.
    frame.changingPlace(Self.stateSlot).put(.record(state))
    loan.lend(payload, to: frame.changingPlace(Self.payloadSlot))
    frame.budget = budget
    frame.limit = budget
    handled = false
    if failed != nil { forgetFailure() }
  }

  @inline(never)
  private func forgetFailure() {
    failed = nil
    isDeliberate = false
    isSensitive = false
    uses = []
  }

  /// True if the changes of the state are observed.
  var isWatched: Bool { probe?.trace != nil || onRule != nil }

  /// The sub-state as changed so far, if the run is observed.
  var state: Value {
    var value = frame[Self.stateSlot]
    for lender in lenders.reversed() {
      var whole = lender.state
      withInout(to: &whole) { root in
        let place = try? lender.route.place(
          in: root, log.keys, from: lender.firstKey, steps: lender.route.steps.count)
        place?.pointee = value
      }
      value = whole
    }
    return value
  }

  /// Notes a use of a shared rule in which the error was met.
  func note(errorIn rule: String, used place: SourceRange) { uses.append((rule, place)) }

  /// Refuses the action on purpose.
  func refuse(
    code: String, _ message: String, isSensitive: Bool
  ) throws(EvaluationError) -> Never {
    isDeliberate = true
    self.isSensitive = isSensitive
    throw EvaluationError(code: code, message: message)
  }

  /// Ends an action and returns the sub-state as the rules left it.
  @inline(__always)
  func end() -> Record? {
    let place = frame.changingPlace(Self.stateSlot)
    let state = place.take()
    place.put(.null)
    loan.end(at: frame.changingPlace(Self.payloadSlot))
    if hasBound { unbind() }
    switch consume state {
    case .record(let record): return record
    default: return nil
    }
  }

  @inline(never)
  private func unbind() {
    for slot in Self.storeSlot + 1..<frame.count { frame[slot] = .null }
    hasBound = false
  }

  /// Puts a value into a slot, which need not exist yet.
  func bind(_ slot: Int, _ value: Value) {
    hasBound = true
    frame.fill(to: slot + 1)
    frame[slot] = value
  }

  /// Runs `body`; returns true if a rule in it counts as having changed the state.
  func counts(_ body: () throws(EvaluationError) -> Void) throws(EvaluationError) -> Bool {
    let before = handled
    handled = false
    try body()
    defer { handled = handled || before }
    return handled
  }

  /// Charges work to the cost budget of the dispatch.
  func spend(_ cost: Int) throws(EvaluationError) {
    frame.budget -= cost
    guard frame.budget >= 0 else { throw frame.costExceeded(by: -frame.budget) }
  }
}
