extension LoweredExpression {
  /// The opposite of a condition.
  package var negated: LoweredExpression {
    switch kind {
    case .not(let inner): inner
    case .equal(let left, let right, let isNegated):
      LoweredExpression(.equal(left, right, isNegated: !isNegated), .bool, canFail: canFail)
    default: LoweredExpression(.not(self), .bool, canFail: canFail)
    }
  }
}
