import CEL
import YAML

/// A condition with two outcomes, both of which scenarios should cover.
package struct Test<Expression: Sendable>: Sendable {
  package let expression: Expression
  package let place: SourceRange
  /// The number of its first outcome in the coverage: that it holds.
  package let point: Int

  package init(expression: Expression, place: SourceRange, point: Int) {
    self.expression = expression
    self.place = place
    self.point = point
  }
}

package typealias CheckedTest = Test<CheckedExpression>
package typealias PlannedTest = Test<ExpressionPlan>

extension CheckedTest {
  package init(expression: CheckedExpression, point: Int) {
    self.init(expression: expression, place: expression.range, point: point)
  }

  package func planned() -> PlannedTest {
    PlannedTest(expression: expression.planned(), place: place, point: point)
  }
}
