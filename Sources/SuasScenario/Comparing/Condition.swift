import CEL
import SuasSpec
import YAML

/// A Boolean expression of a scenario.
struct Condition: Sendable {
  let program: ExpressionPlan
  /// The values of the names in scope, for the slots after those of the condition's subjects.
  let constants: ContiguousArray<Value>
  let text: String
  let range: SourceRange
  /// The expression from which the plan is made; nil for one that no author wrote.
  let written: CheckedExpression?

  /// Returns true if the condition holds.
  ///
  /// - Parameter subjects: The values of `store` and `pending`, or of `it`.
  func holds(of subjects: ContiguousArray<Value>) throws(EvaluationError) -> Bool {
    var frame = frame(of: subjects)
    return try program.evaluateBool(&frame)
  }

  /// Returns the parts of the condition that explain why it does not hold, each with its value.
  func parts(of subjects: ContiguousArray<Value>) -> [ConditionReading.Part] {
    guard let written else { return [] }
    return ConditionReading.Part.all(of: written, frame(of: subjects))
  }

  private func frame(of subjects: ContiguousArray<Value>) -> Frame {
    Frame(slots: subjects + constants, budget: Frame.standardBudget)
  }
}
