import CEL
import SuasProgram
import YAML

/// `reset: path`: restores the value that the spec's initial state has at the path.
struct ResetVerb: Verb {
  static let keyword = "reset"

  static let form = VerbForm(
    "Puts back the spec's initial value; `state` is the whole sub-state.", [])

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let target = scope.target(path, for: .resetting) else { return nil }
    guard let state = scope.initial else {
      scope.sink.report(.resetInSharedRule(at: path.range))
      return nil
    }
    var initial = Value.record(state)
    for component in target.components {
      guard case .field(let slot) = component, case .record(let record) = initial else {
        scope.sink.report(.resetOfElement(at: path.range))
        return nil
      }
      initial = record[slot]
    }
    return .set(target, .constant(initial))
  }
}
