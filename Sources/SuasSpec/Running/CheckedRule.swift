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

  /// Runs the rule; answers the error that it met.
  // A function that does not throw, and is not inlined: where it were otherwise, the caller would
  // hold the rule meanwhile, and count that.
  @inline(never)
  func run(_ execution: Execution) -> EvaluationError? {
    do throws(EvaluationError) {
      try execution.spend(1)
      if let condition, try condition.evaluateBool(&execution.frame) == negated { return nil }
      guard try step(execution) else { return nil }
      execution.handled = true
      if execution.onRule != nil { tell(execution) }
      return nil
    } catch {
      if execution.failed == nil { execution.failed = place }
      return error
    }
  }

  @inline(never)
  private func tell(_ execution: Execution) {
    execution.onRule?(place, execution.frame.slots[Execution.stateSlot])
  }
}

/// The rules of a reducer for one action.
final class RuleList: Sendable {
  private let rules: [CheckedRule]

  init(_ rules: [CheckedRule]) { self.rules = rules }

  var isEmpty: Bool { rules.isEmpty }

  /// Runs them one after the other; answers the error that one of them met.
  @inline(never)
  func run(_ execution: Execution) -> EvaluationError? {
    for index in rules.indices {
      if let error = rules[index].run(execution) { return error }
    }
    return nil
  }
}
