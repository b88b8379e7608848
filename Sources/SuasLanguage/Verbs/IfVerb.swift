import CEL
import SuasProgram

/// `if: EXPR` with `then` and `else`: runs one of two lists of rules.
struct IfVerb: Verb {
  static let keyword = "if"

  static let form = VerbForm(
    target: .condition, summary: "Runs one list of rules or the other.",
    arguments: [
      .required("then", .rules, "Run where the condition holds."),
      .optional("else", .rules, "Run where it does not."),
    ])

  let condition: ExpressionSyntax
  let then: [Rule]
  let otherwise: [Rule]

  var ruleLists: [[Rule]] { [then, otherwise] }

  init?(decoding rule: inout RuleReader) {
    let condition = rule.expression()
    let then = rule.requireRules("then")
    let otherwise = rule.optionalRules("else")
    guard let condition, let then, let otherwise else { return nil }
    self.condition = condition
    self.then = then
    self.otherwise = otherwise
  }

  func check(in scope: inout Scope) -> Operation? {
    let syntax = condition
    let expression = scope.values.parse(syntax)
    let start = scope.survey.next
    let then = scope.assuming(expression, is: true).check(then)
    let middle = scope.survey.next
    let otherwise = scope.assuming(expression, is: false).check(otherwise)
    let end = scope.survey.next
    let condition = expression.flatMap {
      scope.values.expression(parsed: $0, of: syntax, as: .bool)
    }
    let point = scope.survey.add(.branch, "condition", syntax, condition)
    guard let condition, let then, let otherwise else { return nil }
    if case .bool(let truth)? = condition.constant {
      scope.warn(
        .constantBranch(truth, hasElse: !self.otherwise.isEmpty, at: syntax.range))
      scope.survey.exclude(truth ? middle..<end : start..<middle)
    }
    return .branch(CheckedTest(expression: condition, point: point), then: then, else: otherwise)
  }
}
