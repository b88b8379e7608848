import CEL
import SuasProgram
import YAML

/// `let: {name: EXPR, …}`: binds names for the rules that follow in the list, and for the later
/// names of the same `let`.
struct LetVerb: Verb {
  static let keyword = "let"

  static let form = VerbForm(
    target: .bindings,
    summary: "Names for the rules that follow in the list, and for the names after them.",
    arguments: [], takesCondition: false)

  let bindings: [(name: Name, value: ExpressionSyntax)]

  init?(decoding rule: inout RuleReader) {
    rule.refuseCondition()
    guard let entries = rule.target.entries(as: "'let'", into: rule.sink) else { return nil }
    let sink = rule.sink
    bindings = entries.compactMap { entry in
      guard let name = Name(declaring: entry.key, "a value", sink),
        let value = ExpressionSyntax(entry.value, "'\(entry.key.text)'", sink)
      else { return nil }
      return (name, value)
    }
    guard bindings.count == entries.count else { return nil }
  }

  func check(in scope: inout Scope) -> Operation? {
    var checked: [(name: String, slot: Int, value: CheckedExpression)] = []
    for (name, value) in bindings {
      scope.warnOfHiding(name)
      let expression = scope.values.compile(value)
      let slot = scope.bind(
        name.text, expression?.provenType ?? .dyn, meaning: scope.values.meaning(of: value))
      scope.noteDeclaration(of: name)
      guard let expression else { continue }
      if expression.tree.readsSensitiveValues { scope.hide(slot: slot) }
      checked.append((name.text, slot, expression))
    }
    return checked.count == bindings.count ? .bind(checked) : nil
  }
}
