import CEL
import SuasProgram

/// The common part of `move` and `swap`: a list at a path, and the indices of two elements.
struct IndexPairArguments: Sendable {
  private let path: ExpressionSyntax
  private let from: ExpressionSyntax
  private let to: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    let path = rule.path()
    let from = rule.requireExpression("from")
    let to = rule.requireExpression("to")
    guard let path, let from, let to else { return nil }
    self.path = path
    self.from = from
    self.to = to
  }

  func check(
    in scope: Scope
  ) -> (target: Target, from: CheckedExpression, to: CheckedExpression)? {
    let target = scope.listTarget(path)?.0
    let from = scope.expression(from, as: .int)
    let to = scope.expression(to, as: .int)
    guard let target, let from, let to else { return nil }
    return (target, from, to)
  }
}
