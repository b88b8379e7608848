import CEL
import YAML

/// What a list is to be given: one `value`, or the elements of `values`.
enum Addition: Sendable {
  case value(Node)
  case values(ExpressionSyntax)

  init?(decoding rule: inout RuleReader) {
    let value = rule.optional("value")
    let values = rule.optionalExpression("values")
    switch (value, values) {
    case (let value?, nil): self = .value(value)
    case (nil, let values?): self = .values(values)
    case (_?, _?):
      rule.reportConflict("value", with: "values")
      return nil
    case (nil, nil):
      rule.reportMissing("value")
      return nil
    }
  }

  func check(in scope: Scope, element: FieldType) -> Operation.Insertion? {
    switch self {
    case .value(let node): scope.value(node, as: element).map { .one($0) }
    case .values(let syntax): scope.template(syntax, as: .list(element)).map { .all($0) }
    }
  }
}

/// What `append` and `prepend` share: a list at a path, and what it is to be given.
struct AdditionToList: Sendable {
  private let path: ExpressionSyntax
  private let addition: Addition
  private let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    let path = rule.path()
    guard let addition = Addition(decoding: &rule), let path else { return nil }
    self.path = path
    self.addition = addition
  }

  func check(in scope: Scope, at position: Operation.Position) -> Operation? {
    guard let (target, element) = scope.listTarget(path, default: fallback),
      let insertion = addition.check(in: scope, element: element)
    else { return nil }
    return .insert(target, insertion, at: position)
  }
}
