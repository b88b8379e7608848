import SuasProgram
import YAML

/// The verbs that rules are decoded by.
package struct VerbTable: Sendable {
  private let verbs: [any Verb.Type]
  /// The verbs by the keys that name them in a rule.
  private let byKeyword: [String: any Verb.Type]
  /// The keys that any verb takes, with those of guards.
  let argumentNames: Set<String>

  init(_ verbs: [any Verb.Type]) {
    self.verbs = verbs
    byKeyword = Dictionary(uniqueKeysWithValues: verbs.map { ($0.keyword, $0) })
    argumentNames = Set((verbs.flatMap { $0.form.arguments } + VerbForm.guards).map(\.name))
  }

  /// The form of each verb's rules, with the key that names the verb.
  package var forms: [(keyword: String, form: VerbForm)] { verbs.map { ($0.keyword, $0.form) } }

  package var keywords: [String] { verbs.map { $0.keyword } }

  /// True if a verb's name is an argument of another verb among the keys of a rule.
  func isArgument(_ keyword: String, of entries: [Node.Entry]) -> Bool {
    argumentNames.contains(keyword)
      && entries.contains { entry in
        byKeyword[entry.key.text]?.form.arguments.contains { $0.name == keyword } ?? false
      }
  }

  /// Returns the table without some verbs.
  func without(_ keywords: [String]) -> VerbTable {
    VerbTable(verbs.filter { !keywords.contains($0.keyword) })
  }

  subscript(keyword: String) -> (any Verb.Type)? { byKeyword[keyword] }
}
