import CEL

/// A `when` or `unless`.
struct Guard<Expression: Sendable>: Sendable {
  let test: Test<Expression>
  /// True for `unless`.
  let isNegated: Bool
}

typealias CheckedGuard = Guard<CheckedExpression>
typealias PlannedGuard = Guard<Program>

extension CheckedGuard {
  func planned() -> PlannedGuard { PlannedGuard(test: test.planned(), isNegated: isNegated) }
}

extension PlannedGuard? {
  /// Returns true if there is no guard, or it lets pass.
  func holds(_ frame: inout Frame, _ probe: Probe?) throws(EvaluationError) -> Bool {
    guard let self else { return true }
    return try self.test.isTrue(&frame, probe) != self.isNegated
  }
}
