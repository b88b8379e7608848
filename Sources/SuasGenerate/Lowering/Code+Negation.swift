extension Code {
  /// The opposite of a condition.
  package var negated: Code {
    switch kind {
    case .not(let inner): inner
    case .equal(let left, let right, let isNegated):
      Code(.equal(left, right, isNegated: !isNegated), .bool, canFail: canFail)
    default: Code(.not(self), .bool, canFail: canFail)
    }
  }
}
