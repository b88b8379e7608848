import CEL
import YAML

/// A rule that is ready to run.
final class CheckedRule: Sendable {
  let place: SourceRange
  private let condition: Program?
  /// Whether the rule runs where the condition is false: `unless`.
  private let negated: Bool
  private let step: Step

  init(place: SourceRange, condition: Program?, negated: Bool, step: @escaping Step) {
    self.place = place
    self.condition = condition
    self.negated = negated
    self.step = step
  }

  func run(_ execution: Execution) throws(EvaluationError) {
    do throws(EvaluationError) {
      try execution.spend(1)
      if let condition, try condition.evaluateBool(&execution.frame) == negated { return }
      guard try step(execution) else { return }
      execution.handled = true
      execution.onRule?(place, execution.frame.slots[Execution.stateSlot])
    } catch {
      if execution.failed == nil { execution.failed = place }
      throw error
    }
  }
}
