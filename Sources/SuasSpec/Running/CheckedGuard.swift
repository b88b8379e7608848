import CEL

/// A `when` or `unless` of a step that is ready to run.
struct CheckedGuard: Sendable {
  let test: CheckedTest
  let negated: Bool
}

extension CheckedGuard? {
  /// Whether there is no guard, or it lets pass.
  func holds(_ frame: inout Frame, _ probe: Probe?) throws(EvaluationError) -> Bool {
    guard let self else { return true }
    return try self.test.isTrue(&frame, probe) != self.negated
  }
}
