import CEL
import YAML

/// `set: path` with `value`: assigns.
struct SetVerb: Verb {
  static let keyword = "set"

  let path: ExpressionSyntax
  let value: Node

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let value = rule.require("value") else { return nil }
    self.path = path
    self.value = value
  }

  func check(in scope: Scope) -> Step? {
    guard let target = scope.target(path), let value = scope.value(value, as: target.type) else {
      return nil
    }
    return { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      try target.modify(&execution) { $0 = value }
      return true
    }
  }
}
