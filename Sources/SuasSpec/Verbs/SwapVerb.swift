import CEL

/// `swap: path` with `from` and `to`: lets two elements change places.
struct SwapVerb: Verb {
  static let keyword = "swap"

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
          let first = try list.index(from, below: list.count)
          let second = try list.index(to, below: list.count)
          let element = list[first]
          list[first] = list[second]
          list[second] = element
        }
      }
      return true
    }
  }
}
