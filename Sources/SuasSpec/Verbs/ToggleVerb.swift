import CEL

/// `toggle: path`: negates a bool.
struct ToggleVerb: Verb {
  static let keyword = "toggle"

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: Scope) -> Step? {
    guard let target = scope.target(path, of: [.bool], as: "a bool") else { return nil }
    return { execution throws(EvaluationError) in
      try target.modify(&execution) { place throws(EvaluationError) in
        guard case .bool(let value) = place else { throw .typeMismatch(place, isNot: "a bool") }
        place = .bool(!value)
      }
      return true
    }
  }
}
