import CEL
import SuasProgram

/// `swap: path` with `from` and `to`: exchanges two elements of a list.
struct SwapVerb: Verb {
  static let keyword = "swap"

  static let form = VerbForm("Exchanges two elements of a list.", [.from, .to])

  let elements: IndexPairArguments

  init?(decoding rule: inout RuleReader) {
    guard let elements = IndexPairArguments(decoding: &rule) else { return nil }
    self.elements = elements
  }

  func check(in scope: inout Scope) -> Operation? {
    elements.check(in: scope).map { .swap($0.target, $0.from, $0.to) }
  }
}
