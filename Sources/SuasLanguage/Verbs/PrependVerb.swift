import CEL
import SuasProgram

/// `prepend: path` with `value`, or with `values`, a list: adds at the front, in the list's order.
struct PrependVerb: Verb {
  static let keyword = "prepend"

  static let form = VerbForm.addition("Adds at the beginning of a list.")

  let addition: InsertionArguments

  init?(decoding rule: inout RuleReader) {
    guard let addition = InsertionArguments(decoding: &rule) else { return nil }
    self.addition = addition
  }

  func check(in scope: inout Scope) -> Operation? {
    addition.check(in: scope, at: .start)
  }
}
