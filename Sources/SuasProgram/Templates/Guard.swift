import CEL

/// A `when` or `unless`.
package struct Guard<Expression: Sendable>: Sendable {
  package let test: Test<Expression>
  /// True for `unless`.
  package let isNegated: Bool

  package init(test: Test<Expression>, isNegated: Bool) {
    self.test = test
    self.isNegated = isNegated
  }
}

package typealias CheckedGuard = Guard<CheckedExpression>
package typealias PlannedGuard = Guard<ExpressionPlan>

extension CheckedGuard {
  package func planned() -> PlannedGuard {
    PlannedGuard(test: test.planned(), isNegated: isNegated)
  }
}
