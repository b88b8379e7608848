import CEL

/// `prepend: path` with `value`, or with `values`, a list: adds at the front, in their order.
struct PrependVerb: Verb {
  static let keyword = "prepend"

  static let form = VerbForm.addition("Adds at the beginning of a list.")

  let addition: AdditionToList

  init?(decoding rule: inout RuleReader) {
    guard let addition = AdditionToList(decoding: &rule) else { return nil }
    self.addition = addition
  }

  func check(in scope: inout Scope) -> Operation? {
    addition.check(in: scope, at: .start)
  }
}
