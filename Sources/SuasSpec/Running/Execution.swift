import CEL
import YAML

/// One run of a reducer's rules on an action.
struct Execution {
  /// Slot 0 holds the sub-state, changed so far; slot 1 the payload; the others what rules bind.
  var frame: Frame
  /// Whether a verb that changes state ran: what Suas tells by not returning nil.
  var handled = false
  /// Is told of every rule that counts as having changed the state, and of the state after it.
  var onRule: ((_ rule: SourceRange, _ after: Value) -> Void)?
  /// The rule that met an error, the innermost one.
  var failed: SourceRange?

  static let stateSlot = 0

  /// Puts a value into a slot, which need not be there yet.
  mutating func bind(_ slot: Int, _ value: Value) {
    while frame.slots.count <= slot { frame.slots.append(.null) }
    frame.slots[slot] = value
  }

  /// Counts work against what the dispatch may cost.
  mutating func spend(_ cost: Int) throws(EvaluationError) {
    frame.budget -= cost
    guard frame.budget >= 0 else { throw .costExceeded }
  }

  mutating func run(_ rules: [CheckedRule]) throws(EvaluationError) {
    for rule in rules { try rule.run(&self) }
  }
}

/// What a verb does when it runs; answers whether it counts as having changed the state.
typealias Step = @Sendable (inout Execution) throws(EvaluationError) -> Bool
