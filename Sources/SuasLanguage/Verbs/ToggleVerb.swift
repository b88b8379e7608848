import CEL
import SuasProgram
import YAML

/// `toggle: path`: negates a bool.
struct ToggleVerb: Verb {
  static let keyword = "toggle"

  static let form = VerbForm("Negates a bool.", [.fallback])

  let path: ExpressionSyntax
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    scope.target(path, default: fallback, as: "a bool", where: { $0 == .bool })
      .map(Operation.toggle)
  }
}
