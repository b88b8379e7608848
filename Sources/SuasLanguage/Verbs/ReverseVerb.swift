import CEL
import SuasProgram

/// `reverse: path`: reverses the order of a list.
struct ReverseVerb: Verb {
  static let keyword = "reverse"

  static let form = VerbForm("Turns a list around.", [])

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    scope.listTarget(path).map { .reverse($0.0) }
  }
}
