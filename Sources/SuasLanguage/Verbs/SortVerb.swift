import CEL
import SuasProgram
import YAML

/// `sort: path` with `by`, an expression on the item, and `descending`: sorts a list; elements of
/// equal rank keep their order.
struct SortVerb: Verb {
  static let keyword = "sort"

  static let form = VerbForm(
    "Sorts a list; equals keep their order.",
    [
      .optional("by", .expression, "What elements are sorted by, of `item`."),
      .optional("descending", .expression, "Whether the greatest come first."), .name,
    ])

  let path: ExpressionSyntax
  let name: Name?
  let by: ExpressionSyntax?
  let descending: ExpressionSyntax?

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    by = rule.optionalExpression("by")
    descending = rule.optionalExpression("descending")
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let element = scope.listTarget(path)?.element else { return nil }
    var inner = scope
    guard let elements = inner.elements(path, as: name) else { return nil }
    var key: CheckedExpression?
    if let by {
      key = inner.values.compile(by)
      if key == nil { return nil }
      inner.warnIfSame(by, for: elements)
    }
    let type = key?.type ?? element.cel
    guard type.isOrdered else {
      scope.sink.report(.noOrder(type, at: by?.range ?? path.range))
      return nil
    }
    var isDescending: CheckedExpression?
    if let descending {
      isDescending = scope.expression(descending, as: .bool)
      if isDescending == nil { return nil }
    }
    return .sort(elements, by: key, descending: isDescending)
  }
}
