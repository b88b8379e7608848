import CEL
import SuasProgram

/// `remove-at: path` with `index`: removes an element from a list.
struct RemoveAtVerb: Verb {
  static let keyword = "remove-at"

  static let form = VerbForm(
    "Drops a list's element.", [.required("index", .expression, "The element's index.")])

  let path: ExpressionSyntax
  let index: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let index = rule.requireExpression("index") else { return nil }
    self.path = path
    self.index = index
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let (target, _) = scope.listTarget(path), let index = scope.expression(index, as: .int)
    else { return nil }
    return .remove(target, at: index)
  }
}
