import CEL
import YAML

/// The run of a reducer's rules on an action, one after the other.
final class Execution {
  /// Slot 0 holds the sub-state, changed so far; slot 1 the payload; the others what rules bind.
  @exclusivity(unchecked) var frame = Frame(slots: [.null, .null], budget: 0)
  /// How the changes of the action are undone.
  @exclusivity(unchecked) var log = ChangeLog()
  /// Whether a verb that changes state ran: what Suas tells by not returning nil.
  @exclusivity(unchecked) var handled = false
  /// Who looks on; nil, as nearly always, for nobody.
  @exclusivity(unchecked) var probe: Probe?
  /// Where somebody looks on, is told of every rule that counts as having changed the state, and of
  /// the state after it.
  var onRule: ((_ rule: SourceRange, _ after: Value) -> Void)?
  /// The rule that met an error, the innermost one.
  @exclusivity(unchecked) var failed: SourceRange?
  /// Whether that rule refused the action on purpose: a `fail` that met no error of its own.
  @exclusivity(unchecked) private(set) var isDeliberate = false

  /// Whether a rule has bound anything.
  @exclusivity(unchecked) private var hasBound = false

  static let stateSlot = 0
  static let payloadSlot = 1
  private let loan = Execution.loanOfRecords
  private static let loanOfRecords = RecordLoan()

  /// Begins with an action, whose payload has to be there until the end.
  @inline(__always)
  func begin(
    _ state: consuming Record, _ payload: UnsafePointer<Record>, budget: Int
  ) {
    // Slots hold null between actions, of which nothing has to be let go.
    frame.changingPlace(Self.stateSlot).initialize(to: .record(state))
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
  }

  /// Refuses the action on purpose.
  func refuse(code: String, _ message: String) throws(EvaluationError) -> Never {
    isDeliberate = true
    throw EvaluationError(code: code, message: message)
  }

  /// Ends with an action: the sub-state as the rules have left it.
  @inline(__always)
  func end() -> Record? {
    let place = frame.changingPlace(Self.stateSlot)
    let state = place.move()
    place.initialize(to: .null)
    loan.end(at: frame.changingPlace(Self.payloadSlot))
    if hasBound { unbind() }
    switch consume state {
    case .record(let record): return record
    default: return nil
    }
  }

  @inline(never)
  private func unbind() {
    for slot in 2..<frame.count { frame[slot] = .null }
    hasBound = false
  }

  /// Puts a value into a slot, which need not be there yet.
  func bind(_ slot: Int, _ value: Value) {
    hasBound = true
    frame.fill(to: slot + 1)
    frame[slot] = value
  }

  /// Counts work against what the dispatch may cost.
  func spend(_ cost: Int) throws(EvaluationError) {
    frame.budget -= cost
    guard frame.budget >= 0 else { throw frame.costExceeded(by: -frame.budget) }
  }

  func run(_ rules: [RulePlan]) throws(EvaluationError) {
    for index in rules.indices {
      if let error = rules[index].run(self) { throw error }
    }
  }
}
