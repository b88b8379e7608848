import CEL
import YAML

/// `update: path` with `where` and `do`: runs rules on each matching element of a list or map.
struct UpdateVerb: Verb {
  static let keyword = "update"

  let path: ExpressionSyntax
  let name: Name?
  let condition: ExpressionSyntax?
  let rules: [Rule]

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    condition = rule.optionalExpression("where")
    let path = rule.path()
    let rules = rule.requireRules("do")
    guard let path, let rules else { return nil }
    self.path = path
    self.rules = rules
  }

  func check(in scope: inout Scope) -> Step? {
    var inner = scope
    guard let elements = Elements(path, as: name, in: &inner) else { return nil }
    var condition: Program?
    if let syntax = self.condition {
      condition = inner.expression(syntax, as: .bool)
      if condition == nil { return nil }
    }
    let pathSlots = elements.update(in: &inner)
    guard let rules = inner.check(rules) else { return nil }
    return Step { [condition] execution throws(EvaluationError) in
      let pathKeys = try elements.target.keys(execution)
      for (slot, key) in zip(pathSlots, pathKeys) { execution.bind(slot, key) }
      // Only the keys are kept: while the rules run, the state holds its elements alone.
      let keys = try elements.entries(
        of: try elements.target.read(execution), where: condition, execution
      ).map(\.key)
      for key in keys {
        let item = try elements.target.read(execution).element(key)
        elements.bind(key, item, in: execution)
        try execution.run(rules)
      }
      elements.unbind(in: execution)
      return false
    }
  }
}
