import CEL
import YAML

/// A rule that is ready to run.
struct CheckedRule: Sendable {
  let place: SourceRange
  let condition: Program?
  /// Whether the rule runs where the condition is false: `unless`.
  let negated: Bool
  let step: Step

  func run(_ execution: inout Execution) throws(EvaluationError) {
    do throws(EvaluationError) {
      try execution.spend(1)
      if let condition, try condition.evaluateBool(&execution.frame) == negated { return }
      guard try step(&execution) else { return }
      execution.handled = true
      execution.onRule?(place, execution.frame.slots[Execution.stateSlot])
    } catch {
      if execution.failed == nil { execution.failed = place }
      throw error
    }
  }
}
