import CEL
import SuasSpec
import YAML

/// A Boolean expression of a scenario.
struct Condition: Sendable {
  let program: Program
  /// The values of the names in scope, for the slots after that of the condition's subject.
  let constants: ContiguousArray<Value>
  let text: String
  let range: SourceRange
  /// The expression from which the program is planned; nil for one that no author wrote.
  let written: CheckedExpression?

  /// Returns true if the condition holds for the subject.
  func holds(of subject: Value) throws(EvaluationError) -> Bool {
    var frame = frame(of: subject)
    return try program.evaluateBool(&frame)
  }

  /// Returns the parts of the condition that explain why it does not hold, each with its value.
  func parts(of subject: Value) -> [ConditionReading.Part] {
    guard let written else { return [] }
    return ConditionReading.Part.all(of: written, frame(of: subject))
  }

  private func frame(of subject: Value) -> Frame {
    Frame(slots: [subject] + constants, budget: Frame.standardBudget)
  }
}
