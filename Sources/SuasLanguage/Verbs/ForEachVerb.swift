import CEL
import SuasProgram
import YAML

/// `for-each: EXPR` with `do`: runs rules for each element of a list or map, which is evaluated once.
struct ForEachVerb: Verb {
  static let keyword = "for-each"

  static let form = VerbForm(
    target: .list, summary: "Runs rules for each `item` of a list or map.",
    arguments: [.name, .rules])

  let list: ExpressionSyntax
  let name: Name?
  let rules: [Rule]

  var ruleLists: [[Rule]] { [rules] }

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    let list = rule.expression()
    let rules = rule.requireRules("do")
    guard let list, let rules else { return nil }
    self.list = list
    self.rules = rules
  }

  func noteWriting(by rule: Rule, in writing: inout Writing) {
    writing.add(rules, naming: name, [])
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let list = scope.values.compile(list) else { return nil }
    let (element, keyType, keyName): (Type, Type, String)
    switch list.type {
    case .list(let type): (element, keyType, keyName) = (list.isProven ? type : .dyn, .int, "index")
    case .map(let type, let value):
      (element, keyType, keyName) = (
        list.isProven ? value : .dyn, list.isProven ? type : .dyn, "key"
      )
    case .dyn: (element, keyType, keyName) = (.dyn, .dyn, "index")
    default:
      scope.sink.report(
        .typeMismatch(
          "the expression is \(list.type), where a list or a map is needed", at: self.list.range))
      return nil
    }
    scope.checkName(name, beside: keyName)
    var inner = scope
    let item = inner.bind(
      name?.text ?? "item", element, meaning: scope.values.element(of: self.list))
    let key = inner.bind(keyName, keyType, meaning: scope.values.key(of: self.list))
    inner.noteDeclaration(of: name)
    if list.tree.readsSensitiveValues {
      inner.hide(slot: item)
      inner.hide(slot: key)
    }
    inner.forgetPlaces(writtenBy: self.rules)
    inner.know(name?.text ?? "item", isElementOf: self.list)
    guard let rules = inner.check(rules) else { return nil }
    return .forEach(list, itemSlot: item, keySlot: key, rules)
  }
}
