import CEL

/// The cost limit that all evaluations during the check of a file share: defaults, rows of
/// examples, arguments of fragments.
package final class EvaluationBudget {
  private var left: Int

  /// - Parameter limit: The cost, in evaluation steps.
  package init(limit: Int = 2 * Frame.standardBudget) { left = limit }

  /// Evaluates a template; `slots` holds the values of the names in scope.
  package func evaluate(
    _ template: CheckedTemplate, _ slots: ContiguousArray<Value> = []
  ) throws(EvaluationError) -> Value {
    var frame = Frame(slots: slots, budget: min(left, Frame.standardBudget))
    let given = frame.budget
    defer { left -= given - max(0, frame.budget) }
    return try template.planned().evaluate(&frame)
  }
}
