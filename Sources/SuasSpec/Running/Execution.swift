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

  static let stateSlot = 0
  private static let payloadSlot = 1

  /// Begins with an action.
  func begin(
    _ state: consuming Record, _ payload: Record, budget: Int = CompiledSpec.defaultBudget
  ) {
    frame.slots[Self.stateSlot] = .record(state)
    frame.slots[Self.payloadSlot] = .record(payload)
    frame.budget = budget
    handled = false
    failed = nil
  }

  /// Ends with an action: the sub-state as the rules have left it.
  func end() -> Record? {
    defer { for slot in frame.slots.indices { frame.slots[slot] = .null } }
    guard case .record(let record) = frame.slots[Self.stateSlot] else { return nil }
    return record
  }

  /// Puts a value into a slot, which need not be there yet.
  func bind(_ slot: Int, _ value: Value) {
    while frame.slots.count <= slot { frame.slots.append(.null) }
    frame.slots[slot] = value
  }

  /// Counts work against what the dispatch may cost.
  func spend(_ cost: Int) throws(EvaluationError) {
    frame.budget -= cost
    guard frame.budget >= 0 else { throw .costExceeded }
  }

  func run(_ rules: [CheckedRule]) throws(EvaluationError) {
    for index in rules.indices { try rules[index].run(self) }
  }
}

/// What a verb does when it runs; answers whether it counts as having changed the state.
typealias Step = @Sendable (Execution) throws(EvaluationError) -> Bool
