import CEL
import SuasProgram
import YAML

/// `update: path` with `where` and `do`: runs rules on each matching element of a list or map.
struct UpdateVerb: Verb {
  static let keyword = "update"

  static let form = VerbForm(
    "Runs rules on each matching element of a list or map, whose place is `item`.",
    [.name, .condition, .rules])

  let path: ExpressionSyntax
  let name: Name?
  let condition: ExpressionSyntax?
  let rules: [Rule]
  /// The value of `do`.
  private let body: SourceRange

  var ruleLists: [[Rule]] { [rules] }

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    condition = rule.optionalExpression("where")
    let path = rule.path()
    let body = rule.require("do")
    guard let path, let body else { return nil }
    self.path = path
    self.body = body.range
    rules = rule.rules(body)
  }

  func noteWriting(by rule: Rule, in writing: inout Writing) {
    writing.add(rules, naming: name, writing.places(of: path).map { $0 + [.any] })
  }

  func check(in scope: inout Scope) -> Operation? {
    var inner = scope
    guard let elements = inner.elements(path, as: name) else { return nil }
    let pathSlots = inner.update(elements)
    var condition: CheckedExpression?
    if let syntax = self.condition {
      condition = inner.expression(syntax, as: .bool)
      if condition == nil { return nil }
      inner.warnIfSame(syntax, for: elements)
    }
    var matching = inner.assuming(self.condition.flatMap { inner.values.parse($0) }, is: true)
    matching.forgetPlaces(writtenBy: self.rules, inEach: elements.itemName)
    guard let rules = matching.check(rules) else { return nil }
    scope.warnIfNone(of: self.rules, in: body, names: elements.itemName)
    return .update(elements, pathSlots: pathSlots, where: condition, rules)
  }
}
