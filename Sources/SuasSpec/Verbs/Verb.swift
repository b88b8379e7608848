import YAML

/// What a rule does: its arguments as they were written.
///
/// A verb is one file in this folder and one line in ``verbs``.
protocol Verb: Sendable {
  /// The key that names the verb in a rule.
  static var keyword: String { get }

  /// The keys of its rules.
  static var form: VerbForm { get }

  /// Reads the verb's arguments; nil where they are not there, which `rule` has reported.
  init?(decoding rule: inout RuleReader)

  /// Resolves and types the arguments; nil where something is wrong, which `scope` has reported.
  ///
  /// What is brought into scope is there for the rules that follow in the list.
  func check(in scope: inout Scope) -> Operation?
}

/// Every verb there is.
let verbs: [any Verb.Type] = [
  SetVerb.self, ResetVerb.self, MergeVerb.self, ClearVerb.self, ToggleVerb.self,
  IncrementVerb.self, DecrementVerb.self, AppendVerb.self, PrependVerb.self, InsertVerb.self,
  RemoveAtVerb.self, RemoveVerb.self, KeepVerb.self, MoveVerb.self, SwapVerb.self, SortVerb.self,
  ReverseVerb.self, UpdateVerb.self, UpsertVerb.self, DeleteVerb.self, IfVerb.self, LetVerb.self,
  ForEachVerb.self, FailVerb.self,
]

/// The verbs by what names them in a rule.
let verbsByKeyword = Dictionary(uniqueKeysWithValues: verbs.map { ($0.keyword, $0) })
