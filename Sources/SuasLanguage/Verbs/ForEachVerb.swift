import CEL
import SuasProgram
import YAML

/// `for-each: EXPR` with `do`: runs rules for each element of a list, which is evaluated once.
struct ForEachVerb: Verb {
  static let keyword = "for-each"

  static let form = VerbForm(
    target: .list, summary: "Runs rules for each `item` of a list.",
    arguments: [.name, .rules])

  let list: ExpressionSyntax
  let name: Name?
  let rules: [Rule]

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    let list = rule.expression()
    let rules = rule.requireRules("do")
    guard let list, let rules else { return nil }
    self.list = list
    self.rules = rules
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let list = scope.values.compile(list) else { return nil }
    let element: Type
    switch list.type {
    case .list(let type): element = list.isProven ? type : .dyn
    case .dyn: element = .dyn
    default:
      scope.sink.report(
        .typeMismatch("the expression is \(list.type), where a list is needed", at: self.list.range)
      )
      return nil
    }
    if let name { scope.warnOfHiding(name) }
    var inner = scope
    let item = inner.bind(
      name?.text ?? "item", element, meaning: scope.values.element(of: self.list))
    let index = inner.bind("index", .int)
    guard let rules = inner.check(rules) else { return nil }
    return .forEach(list, itemSlot: item, indexSlot: index, rules)
  }
}
