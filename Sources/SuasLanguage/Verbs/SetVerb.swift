import CEL
import SuasProgram
import YAML

/// `set: path` with `value`: assigns the value.
struct SetVerb: Verb {
  static let keyword = "set"

  static let form = VerbForm("Assigns; a map's key that is not there is added.", [.value])

  let path: ExpressionSyntax
  let value: Node

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let value = rule.require("value") else { return nil }
    self.path = path
    self.value = value
  }

  func check(in scope: inout Scope) -> Operation? {
    guard var target = scope.target(path, for: .assigning),
      let value = scope.value(value, as: target.type)
    else { return nil }
    // A missing key has this value only until the assignment.
    if target.endsInKey { target.fallback = .constant(.null) }
    return .set(target, value)
  }
}
