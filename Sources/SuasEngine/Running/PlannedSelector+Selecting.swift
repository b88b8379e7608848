import CEL
import SuasProgram

extension PlannedSelector {
  /// The value that the selector computes from a store; nil if its condition is false.
  package func select(
    _ store: Record, within limits: Limits, _ probe: Probe? = nil
  ) throws(EvaluationError) -> Value? {
    var frame = Frame(slots: [.record(store)], budget: limits.cost)
    frame.host = probe
    if let condition, try !condition.isTrue(&frame, probe) { return nil }
    probe?.note(point)
    return try value.evaluate(&frame)
  }
}
