import CEL
import SuasProgram
import YAML

/// `clear: path`: empties a list, a map or a string, and makes a `T?` null.
struct ClearVerb: Verb {
  static let keyword = "clear"

  static let form = VerbForm("Empties a list, map or string; null for a `T?`.", [])

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let target = scope.target(path) else { return nil }
    let empty: Value?
    switch target.type {
    case .optional: empty = .null
    case .list: empty = .list(List())
    case .map: empty = .map(Map())
    case .string: empty = .string("")
    case .any: empty = nil
    default:
      scope.sink.report(
        .typeMismatch(
          "'\(target.text)' is \(target.type.withArticle), which cannot be empty", at: path.range))
      return nil
    }
    return empty.map { .set(target, .constant($0)) } ?? .empty(target)
  }
}
