import CEL

/// What all evaluations that a file asks for while it is checked may cost together: defaults, rows of
/// examples, arguments of fragments.
package final class EvaluationBudget {
  private var left: Int

  /// - Parameter limit: The cost, in steps of evaluations.
  package init(limit: Int = 2 * CompiledSpec.defaultBudget) { left = limit }

  /// Evaluates a template on what names in scope stand for.
  package func evaluate(
    _ template: CheckedTemplate, _ slots: ContiguousArray<Value> = []
  ) throws(EvaluationError) -> Value {
    var frame = Frame(slots: slots, budget: min(left, CompiledSpec.defaultBudget))
    let given = frame.budget
    defer { left -= given - max(0, frame.budget) }
    return try template.planned().evaluate(&frame)
  }
}
