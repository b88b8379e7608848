import CEL
import SuasProgram
import YAML

/// The new elements of a list: one `value`, or the elements of `values`.
enum NewElements: Sendable {
  case value(Node)
  case values(ExpressionSyntax)

  init?(decoding rule: inout RuleReader) {
    let value = rule.optional("value")
    let hasValues = rule.entry("values") != nil
    let values = rule.optionalExpression("values")
    // Something is wrong with the expression, which has been reported.
    if hasValues, values == nil { return nil }
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
    case .value(let node):
      switch element.unwrapped {
      case .list, .any: break
      default:
        if node.sequence != nil {
          scope.values.sink.report(.severalElements(node, for: element))
          return nil
        }
      }
      return scope.value(node, as: element).map { .one($0) }
    case .values(let syntax):
      return scope.template(syntax, as: .list(element)).map { .all($0) }
    }
  }
}

/// The common part of `append` and `prepend`: a list at a path, and its new elements.
struct InsertionArguments: Sendable {
  private let path: ExpressionSyntax
  private let addition: NewElements
  private let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    let path = rule.path()
    guard let addition = NewElements(decoding: &rule), let path else { return nil }
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
