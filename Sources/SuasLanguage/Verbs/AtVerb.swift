import CEL
import SuasProgram
import YAML

/// `at: path` with `do`: runs rules on the value at one place.
struct AtVerb: Verb {
  static let keyword = "at"

  static let form = VerbForm(
    "Runs rules on one place, which is `item`.", [.name, .fallback, .rules])

  let path: ExpressionSyntax
  let name: Name?
  let fallback: Node?
  let rules: [Rule]
  /// The value of `do`.
  private let body: SourceRange

  var ruleLists: [[Rule]] { [rules] }

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    fallback = rule.optional("default")
    let path = rule.path()
    let body = rule.require("do")
    guard let path, let body else { return nil }
    self.path = path
    self.body = body.range
    rules = rule.rules(body)
  }

  func noteWriting(by rule: Rule, in writing: inout Writing) {
    writing.add(rules, naming: name, writing.places(of: path))
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let target = scope.target(path, for: .entering) else { return nil }
    if let name { scope.warnOfHiding(name) }
    var inner = scope
    guard let place = inner.open(target, default: fallback, as: name?.text ?? "item") else {
      return nil
    }
    inner.noteDeclaration(of: name)
    guard let checked = inner.check(rules) else { return nil }
    scope.warnIfNone(of: rules, in: body, names: name?.text ?? "item")
    return .at(place, checked)
  }
}
