import CEL
import SuasProgram
import YAML

/// `insert: path` with `index` (0 to the size) and `value`: inserts an element into a list.
struct InsertVerb: Verb {
  static let keyword = "insert"

  static let form = VerbForm(
    "Adds to a list at an index, 0 to its size.",
    [.required("index", .expression, "The index of the new element."), .value, .fallback])

  let path: ExpressionSyntax
  let index: ExpressionSyntax
  let value: Node
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let index = rule.requireExpression("index"),
      let value = rule.require("value")
    else { return nil }
    self.path = path
    self.index = index
    self.value = value
    fallback = rule.optional("default")
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let (target, element) = scope.listTarget(path, default: fallback),
      let index = scope.expression(index, as: .int),
      let value = scope.value(value, as: element)
    else { return nil }
    return .insert(target, .one(value), at: .index(index))
  }
}
