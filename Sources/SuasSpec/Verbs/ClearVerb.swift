import CEL
import YAML

/// `clear: path`: empties a list, a map or a string, and makes a `T?` null.
struct ClearVerb: Verb {
  static let keyword = "clear"

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Step? {
    guard let target = scope.target(path) else { return nil }
    let empty: Value?
    switch target.type {
    case .optional: empty = .null
    case .list: empty = .list(List())
    case .map: empty = .map(Map())
    case .string: empty = .string("")
    case .any: empty = nil
    default:
      scope.findings.report(
        .typeMismatch(
          "'\(target.text)' is \(target.type.withArticle), which cannot be empty", at: path.range))
      return nil
    }
    return Step { execution throws(EvaluationError) in
      try target.modify(execution) { place throws(EvaluationError) in
        if let empty { place = empty } else { place = try place.emptied() }
      }
      return true
    }
  }
}

extension Value {
  fileprivate func emptied() throws(EvaluationError) -> Value {
    switch self {
    case .list: return .list(List())
    case .map: return .map(Map())
    case .string: return .string("")
    default: throw .typeMismatch(self, isNot: "a list, a map or a string")
    }
  }
}
