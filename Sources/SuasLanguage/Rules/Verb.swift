import SuasProgram
import YAML

/// A verb of a rule, with its arguments as they were written.
///
/// A verb is one file of the folder Verbs, and one line of ``VerbTable/standard``.
protocol Verb: Sendable {
  /// The key that names the verb in a rule.
  static var keyword: String { get }

  /// The keys of the verb's rules.
  static var form: VerbForm { get }

  /// True for a verb that refuses every action, so that no rule after it is reached.
  static var refuses: Bool { get }

  /// The lists of rules in the verb's arguments.
  var ruleLists: [[Rule]] { get }

  /// Reads the verb's arguments; nil if they are missing or wrong, which `rule` has reported.
  init?(decoding rule: inout RuleReader)

  /// Checks the arguments' names and types; nil if they are wrong, which `scope` has reported.
  ///
  /// Names that it brings into scope are visible to the rules that follow in the list.
  func check(in scope: inout Scope) -> Operation?

  /// Notes the places that a rule with the verb may write: the place of the rule, and those of rules
  /// inside of it.
  func noteWriting(by rule: Rule, in writing: inout Writing)
}

extension Verb {
  static var refuses: Bool { false }

  var ruleLists: [[Rule]] { [] }

  func noteWriting(by rule: Rule, in writing: inout Writing) {
    writing.add(rule.path)
    for rules in ruleLists { writing.add(rules) }
  }
}
