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
    let start = scope.survey.next
    let then = scope.assuming(condition, is: true).check(then)
    let middle = scope.survey.next
    let otherwise = scope.assuming(condition, is: false).check(otherwise)
    let end = scope.survey.next
    let condition = scope.expression(condition, as: .bool)
    let point = scope.survey.add(
      .branch, "condition", self.condition, scope.values.environment,
      constant: condition?.constant)
    guard let condition, let then, let otherwise else { return nil }
    if case .bool(let truth)? = condition.constant {
      scope.warn(.constantBranch(truth, at: self.condition.range))
      scope.survey.exclude(truth ? middle..<end : start..<middle)
    }
    return { execution throws(EvaluationError) in
      let truth = try condition.evaluateBool(&execution.frame)
      execution.probe?.note(point, is: truth, execution.frame)
      try execution.run(truth ? then : otherwise)
      return false
    }
  }
}
