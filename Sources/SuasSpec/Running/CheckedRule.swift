import CEL
import YAML

/// A rule that is ready to run.
final class CheckedRule: Sendable {
  let place: SourceRange
  private let condition: Program?
  /// Whether the rule runs where the condition is false: `unless`.
  private let negated: Bool
  private let step: Step
  /// The number of its outcomes: that it ran, and what its condition was, where it has one.
  private let point: Int

  init(
    place: SourceRange, condition: Program?, negated: Bool, point: Int, step: @escaping Step
  ) {
    self.place = place
    self.condition = condition
    self.negated = negated
    self.point = point
    self.step = step
  }

  func run(_ execution: Execution) throws(EvaluationError) {
    do throws(EvaluationError) {
      try execution.spend(1)
      if let probe = execution.probe { return try run(execution, watchedBy: probe) }
      if let condition, try condition.evaluateBool(&execution.frame) == negated { return }
      if try step(execution) { execution.handled = true }
    } catch {
      if execution.failed == nil { execution.failed = place }
      throw error
    }
  }

  private func run(
    _ execution: Execution, watchedBy probe: Probe
  ) throws(EvaluationError) {
    probe.tries(point)
    defer { probe.trace?.leave() }
    if let condition {
      let truth = try condition.evaluateBool(&execution.frame)
      probe.note(point + 1, is: truth, execution.frame)
      guard truth != negated else { return }
    }
    probe.note(point)
    let before = probe.trace == nil ? nil : execution.frame.slots[Execution.stateSlot]
    guard try step(execution) else { return }
    execution.handled = true
    let after = execution.frame.slots[Execution.stateSlot]
    if let before { probe.trace?.note(.wrote(before: before, after: after)) }
    execution.onRule?(place, after)
  }
}
