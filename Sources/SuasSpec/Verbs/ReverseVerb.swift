import CEL

/// `reverse: path`: turns the order of a list around.
struct ReverseVerb: Verb {
  static let keyword = "reverse"

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Step? {
    guard let (target, _) = scope.listTarget(path) else { return nil }
    return Step { execution throws(EvaluationError) in
      guard case .list(let list) = try target.read(execution) else {
        throw .typeMismatch(try target.read(execution), isNot: "a list")
      }
      try execution.spend(list.count)
      try target.modify(execution) { $0 = .list(List(list.reversed())) }
      return true
    }
  }
}
