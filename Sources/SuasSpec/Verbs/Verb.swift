import YAML

/// What a rule does: its arguments as they were written.
///
/// A verb is one file in this folder and one line in ``verbs``.
protocol Verb: Sendable {
  /// The key that names the verb in a rule.
  static var keyword: String { get }

  /// Reads the verb's arguments; nil where they are not there, which `rule` has reported.
  init?(decoding rule: inout RuleReader)

  /// Resolves and types the arguments; nil where something is wrong, which `scope` has reported.
  func check(in scope: Scope) -> Step?
}

/// Every verb there is.
let verbs: [any Verb.Type] = [
  SetVerb.self, ResetVerb.self, AppendVerb.self, InsertVerb.self, RemoveAtVerb.self,
  MoveVerb.self, ToggleVerb.self, IncrementVerb.self, DecrementVerb.self,
]
