import Values

extension LoweredExpression {
  /// A bool that is written out.
  static func bool(_ value: Bool) -> LoweredExpression {
    LoweredExpression(.constant(.bool(value)), .bool, canFail: false)
  }

  /// The value of a test that never changes; nil for any other one.
  var knownBool: Bool? {
    if case .constant(.bool(let value)) = kind { value } else { nil }
  }

  /// The test that all of some tests hold: false decides, even beside an error.
  static func all(of tests: [LoweredExpression]) -> LoweredExpression {
    if tests.contains(where: { $0.knownBool == false }) { return .bool(false) }
    return joined(tests) { .and($0) } ?? .bool(true)
  }

  /// The test that one of some tests holds: true decides, even beside an error.
  static func any(of tests: [LoweredExpression]) -> LoweredExpression {
    if tests.contains(where: { $0.knownBool == true }) { return .bool(true) }
    return joined(tests) { .or($0) } ?? .bool(false)
  }

  private static func joined(
    _ tests: [LoweredExpression], _ kind: ([LoweredExpression]) -> Kind
  ) -> LoweredExpression? {
    let open = tests.filter { $0.knownBool == nil }
    if open.count < 2 { return open.first }
    return LoweredExpression(kind(open), .bool, canFail: open.contains(where: \.canFail))
  }

  /// The opposite of a condition.
  package var negated: LoweredExpression {
    switch kind {
    case .constant(.bool(let value)): .bool(!value)
    case .not(let inner): inner
    case .equal(let left, let right, let isNegated):
      LoweredExpression(.equal(left, right, isNegated: !isNegated), .bool, canFail: canFail)
    default: LoweredExpression(.not(self), .bool, canFail: canFail)
    }
  }
}
