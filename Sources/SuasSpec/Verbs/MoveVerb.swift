import CEL

/// `move: path` with `from` and `to`: takes the element out at `from`, then inserts it at `to`,
/// counted after the removal.
struct MoveVerb: Verb {
  static let keyword = "move"

  let path: ExpressionSyntax
  let from: ExpressionSyntax
  let to: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let from = rule.requireExpression("from"),
      let to = rule.requireExpression("to")
    else { return nil }
    self.path = path
    self.from = from
    self.to = to
  }

  func check(in scope: inout Scope) -> Step? {
    guard let (target, _) = scope.listTarget(path), let from = scope.expression(from, as: .int),
      let to = scope.expression(to, as: .int)
    else { return nil }
    return { execution throws(EvaluationError) in
      let from = try from.evaluate(&execution.frame)
      let to = try to.evaluate(&execution.frame)
      try target.modify(&execution) { place throws(EvaluationError) in
        try place.modifyList { list throws(EvaluationError) in
          let source = try list.index(from, below: list.count)
          let destination = try list.index(to, below: list.count)
          list.insert(list.remove(at: source), at: destination)
        }
      }
      return true
    }
  }
}
