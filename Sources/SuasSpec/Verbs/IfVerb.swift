import CEL

/// `if: EXPR` with `then` and `else`: runs the one list of rules or the other.
struct IfVerb: Verb {
  static let keyword = "if"

  let condition: ExpressionSyntax
  let then: [Rule]
  let otherwise: [Rule]

  init?(decoding rule: inout RuleReader) {
    let condition = rule.expression()
    let then = rule.requireRules("then")
    let otherwise = rule.optionalRules("else")
    guard let condition, let then, let otherwise else { return nil }
    self.condition = condition
    self.then = then
    self.otherwise = otherwise
  }

  func check(in scope: inout Scope) -> Step? {
    let then = scope.assuming(condition, is: true).check(then)
    let otherwise = scope.assuming(condition, is: false).check(otherwise)
    let condition = scope.expression(condition, as: .bool)
    guard let condition, let then, let otherwise else { return nil }
    if case .bool(let truth)? = condition.constant {
      scope.warn(.constantBranch(truth, at: self.condition.range))
    }
    return { execution throws(EvaluationError) in
      try execution.run(try condition.evaluateBool(&execution.frame) ? then : otherwise)
      return false
    }
  }
}
