import CEL
import SuasProgram

/// `append: path` with `value`, or with `values`, a list: adds at the end.
struct AppendVerb: Verb {
  static let keyword = "append"

  static let form = VerbForm.addition("Adds at the end of a list.")

  let addition: InsertionArguments

  init?(decoding rule: inout RuleReader) {
    guard let addition = InsertionArguments(decoding: &rule) else { return nil }
    self.addition = addition
  }

  func check(in scope: inout Scope) -> Operation? {
    addition.check(in: scope, at: .end)
  }
}
