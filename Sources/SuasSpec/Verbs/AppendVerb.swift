import CEL
import YAML

/// `append: path` with `value`, or with `values`, a list: adds at the end.
struct AppendVerb: Verb {
  static let keyword = "append"

  let path: ExpressionSyntax
  let addition: Addition
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let addition = Addition(decoding: &rule) else { return nil }
    self.path = path
    self.addition = addition
    fallback = rule.optional("default")
  }

  func check(in scope: inout Scope) -> Step? {
    guard let (target, element) = scope.listTarget(path, default: fallback),
      let values = addition.check(in: scope, element: element)
    else { return nil }
    return { execution throws(EvaluationError) in
      let values = try values(&execution.frame)
      try execution.spend(values.count)
      try target.modify(&execution) { value throws(EvaluationError) in
        try value.modifyList { list in
          for value in values { list.append(value) }
        }
      }
      return true
    }
  }
}
