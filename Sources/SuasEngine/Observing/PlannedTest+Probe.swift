import CEL
import SuasProgram

extension PlannedTest {
  package func isTrue(_ frame: inout Frame, _ probe: Probe?) throws(EvaluationError) -> Bool {
    let truth = try expression.evaluateBool(&frame)
    probe?.note(point, is: truth, frame)
    return truth
  }
}

extension PlannedGuard? {
  /// Returns true if there is no guard, or its condition is met.
  package func holds(_ frame: inout Frame, _ probe: Probe?) throws(EvaluationError) -> Bool {
    guard let self else { return true }
    return try self.test.isTrue(&frame, probe) != self.isNegated
  }
}
