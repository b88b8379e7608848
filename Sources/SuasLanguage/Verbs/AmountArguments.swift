import CEL
import SuasProgram
import YAML

/// The common part of `increment` and `decrement`: a number or duration, and `by`, 1 by default.
struct AmountArguments: Sendable {
  let path: ExpressionSyntax
  let amount: ExpressionSyntax?
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
    amount = rule.optionalExpression("by")
    fallback = rule.optional("default")
  }

  func check(in scope: Scope, _ sign: Operation.Sign) -> Operation? {
    let types: [FieldType] = [.int, .double, .duration]
    let target = scope.target(path, default: fallback, as: "a number or duration") {
      types.contains($0)
    }
    guard let target else { return nil }
    let amountTemplate: CheckedTemplate
    if let amount {
      guard let template = scope.template(amount, as: target.type.unwrapped) else { return nil }
      amountTemplate = template
    } else if target.type.unwrapped == .duration {
      scope.sink.report(.missingAmount(at: path.range))
      return nil
    } else {
      amountTemplate = .constant(target.type.unwrapped == .double ? .double(1) : .int(1))
    }
    return .add(target, amount: amountTemplate, sign: sign)
  }
}
