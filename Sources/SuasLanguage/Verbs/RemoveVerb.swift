import CEL
import SuasProgram
import YAML

/// `remove: path` with `where`, or with `value`: removes every match from a list or map.
struct RemoveVerb: Verb {
  static let keyword = "remove"

  static let form = VerbForm(
    "Drops every match from a list or map.",
    [.condition, .optional("value", .value, "Elements equal to this go."), .name],
    choice: ["where", "value"])

  enum Match: Sendable {
    case condition(ExpressionSyntax)
    case value(Node)
  }

  let path: ExpressionSyntax
  let name: Name?
  let match: Match

  init?(decoding rule: inout RuleReader) {
    let condition = rule.optionalExpression("where")
    let value = rule.optional("value")
    name = rule.elementName()
    switch (condition, value) {
    case (let condition?, nil): match = .condition(condition)
    case (nil, let value?): match = .value(value)
    case (_?, _?):
      rule.reportConflict("value", with: "where")
      return nil
    case (nil, nil):
      rule.reportMissing("where")
      return nil
    }
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    var inner = scope
    guard let elements = inner.elements(path, as: name) else { return nil }
    switch match {
    case .condition(let syntax):
      guard let condition = inner.expression(syntax, as: .bool) else { return nil }
      inner.warnIfSame(syntax, for: elements)
      return .filter(elements, .matching(condition, is: false))
    case .value(let node):
      return scope.value(node, as: elements.elementType)
        .map { .filter(elements, .unequal(to: $0)) }
    }
  }
}
