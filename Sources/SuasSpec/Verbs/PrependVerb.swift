import CEL
import YAML

/// `prepend: path` with `value`, or with `values`, a list: adds at the front.
struct PrependVerb: Verb {
  static let keyword = "prepend"

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
          for (index, value) in values.enumerated() { list.insert(value, at: index) }
        }
      }
      return true
    }
  }
}
