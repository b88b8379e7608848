import CEL
import Suas
import YAML

/// A rule that is ready to run.
struct CheckedRule: Sendable {
  let place: SourceRange
  let condition: Program?
  /// Whether the rule runs where the condition is false: `unless`.
  let negated: Bool
  let step: Step

  func run(_ execution: inout Execution) throws(ActionError) {
    do throws(EvaluationError) {
      if let condition, try condition.evaluateBool(&execution.frame) == negated { return }
      if try step(&execution) { execution.handled = true }
    } catch {
      throw ActionError(code: error.code, message: error.message, place: ActionError.Place(place))
    }
  }
}
