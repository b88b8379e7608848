import CEL

/// A `when` or `unless` that is ready to run.
struct CheckedGuard: Sendable {
  let program: Program
  let negated: Bool

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try program.evaluateBool(&frame) != negated
  }
}

extension CheckedGuard? {
  /// Whether there is no guard, or it lets pass.
  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try self?.holds(&frame) ?? true
  }
}
