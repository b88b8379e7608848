import CEL

/// One run of a reducer's rules on an action.
struct Execution {
  /// Slot 0 holds the sub-state, changed so far; slot 1 the payload; the others what rules bind.
  var frame: Frame
  /// Whether a verb that changes state ran: what Suas tells by not returning nil.
  var handled = false

  static let stateSlot = 0
  static let payloadSlot = 1
}

/// What a verb does when it runs; answers whether it counts as having changed the state.
typealias Step = @Sendable (inout Execution) throws(EvaluationError) -> Bool
