import CEL
import SuasProgram
import YAML

/// `keep: path` with `where`: removes all other elements from a list or map.
struct KeepVerb: Verb {
  static let keyword = "keep"

  static let form = VerbForm(
    "Drops every element of a list or map for which the condition does not hold.",
    [.required("where", .expression, "A condition on each element, `item`."), .name])

  let path: ExpressionSyntax
  let name: Name?
  let condition: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    guard let path = rule.path(), let condition = rule.requireExpression("where") else {
      return nil
    }
    self.path = path
    self.condition = condition
  }

  func check(in scope: inout Scope) -> Operation? {
    var inner = scope
    guard let elements = inner.elements(path, as: name),
      let test = inner.expression(condition, as: .bool)
    else { return nil }
    inner.warnIfSame(condition, for: elements)
    return .filter(elements, .matching(test, is: true))
  }
}
