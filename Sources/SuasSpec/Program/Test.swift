import CEL
import YAML

/// A condition that scenarios are to see come out both ways.
struct Test<Expression: Sendable>: Sendable {
  let expression: Expression
  let place: SourceRange
  /// The number of its first outcome, which is that it holds.
  let point: Int
}

typealias CheckedTest = Test<CheckedExpression>
typealias PlannedTest = Test<Program>

extension CheckedTest {
  init(expression: CheckedExpression, point: Int) {
    self.init(expression: expression, place: expression.range, point: point)
  }

  func planned() -> PlannedTest {
    PlannedTest(expression: expression.planned(), place: place, point: point)
  }
}

extension PlannedTest {
  func isTrue(_ frame: inout Frame, _ probe: Probe?) throws(EvaluationError) -> Bool {
    let truth = try expression.evaluateBool(&frame)
    probe?.note(point, is: truth, frame)
    return truth
  }
}
