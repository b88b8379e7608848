import CEL
import SuasProgram
import YAML

/// `delete: path[key]`: removes a map's entry; a missing key changes nothing.
struct DeleteVerb: Verb {
  static let keyword = "delete"

  static let form = VerbForm("Drops a map's entry: `path[key]`.", [])

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let target = scope.target(path) else { return nil }
    guard target.endsInKey else {
      scope.sink.report(.notAnEntry(at: path.range))
      return nil
    }
    return .delete(target)
  }
}
