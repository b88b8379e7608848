import CEL
import Suas
import YAML

/// A rule that is ready to run.
final class RulePlan: Sendable {
  let place: SourceRange
  private let condition: Program?
  /// Whether the rule runs where the condition is false: `unless`.
  private let negated: Bool
  private let step: Step.Body
  /// What does the same for an action that has no other rule.
  let shortcut: Shortcut?
  /// The number of its outcomes: that it ran, and what its condition was, where it has one.
  private let point: Int

  init(_ rule: CheckedRule) {
    place = rule.place
    condition = rule.condition?.test.expression.planned()
    negated = rule.condition?.isNegated ?? false
    point = rule.point
    let step = rule.operation.planned()
    self.step = step.run
    shortcut = condition == nil ? step.shortcut : nil
  }

  /// Runs the rule; answers the error that it met.
  // A function that does not throw, and is not inlined: where it were otherwise, the caller would
  // hold the rule meanwhile, and count that.
  @inline(never)
  func run(_ execution: Execution) -> EvaluationError? {
    do throws(EvaluationError) {
      try execution.spend(1)
      if execution.probe != nil {
        try runWatched(execution)
        return nil
      }
      if let condition, try condition.evaluateBool(&execution.frame) == negated { return nil }
      if try step(execution) { execution.handled = true }
      return nil
    } catch {
      if execution.failed == nil { execution.failed = place }
      return error
    }
  }

  @inline(never)
  private func runWatched(_ execution: Execution) throws(EvaluationError) {
    guard let probe = execution.probe else { return }
    probe.tries(point)
    defer { probe.trace?.leave() }
    if let condition {
      let truth = try condition.evaluateBool(&execution.frame)
      probe.note(point + 1, is: truth, execution.frame)
      guard truth != negated else { return }
    }
    probe.note(point)
    let before = probe.trace == nil ? nil : execution.frame[Execution.stateSlot]
    guard try step(execution) else { return }
    execution.handled = true
    guard before != nil || execution.onRule != nil else { return }
    let after = execution.frame[Execution.stateSlot]
    if let before { probe.trace?.note(.wrote(before: before, after: after)) }
    execution.onRule?(place, after)
  }
}
