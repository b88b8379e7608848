import CEL
import SuasProgram

/// `move: path` with `from` and `to`: removes the element at `from`, then inserts it at `to`,
/// counted after the removal.
struct MoveVerb: Verb {
  static let keyword = "move"

  static let form = VerbForm(
    "Takes an element of a list out, then inserts it at `to` of what is left.", [.from, .to])

  let elements: IndexPairArguments

  init?(decoding rule: inout RuleReader) {
    guard let elements = IndexPairArguments(decoding: &rule) else { return nil }
    self.elements = elements
  }

  func check(in scope: inout Scope) -> Operation? {
    elements.check(in: scope).map { .move($0.target, from: $0.from, to: $0.to) }
  }
}
