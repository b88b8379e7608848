import CEL
import SuasProgram
import YAML

/// `insert: path` with `index` (0 to the size) and `value`, or with `values`, a list: inserts
/// elements into a list.
struct InsertVerb: Verb {
  static let keyword = "insert"

  static let form = VerbForm(
    "Adds to a list at an index, 0 to its size.",
    [.required("index", .expression, "The index of the first new element.")]
      + VerbForm.newElements,
    choice: ["value", "values"])

  let path: ExpressionSyntax
  let index: ExpressionSyntax
  let addition: NewElements
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    let path = rule.path()
    let index = rule.requireExpression("index")
    guard let addition = NewElements(decoding: &rule), let path, let index else { return nil }
    self.path = path
    self.index = index
    self.addition = addition
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let (target, element) = scope.listTarget(path, default: fallback),
      let index = scope.expression(index, as: .int),
      let insertion = addition.check(in: scope, element: element)
    else { return nil }
    return .insert(target, insertion, at: .index(index))
  }
}
