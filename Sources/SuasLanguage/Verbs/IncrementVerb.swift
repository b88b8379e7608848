import CEL
import SuasProgram

/// `increment: path` with `by`: adds to an int, a double or a duration.
struct IncrementVerb: Verb {
  static let keyword = Operation.Sign.plus.verb

  static let form = VerbForm(
    "Adds to an int, a double or a duration.", [.amount, .fallback])

  let step: AmountArguments

  init?(decoding rule: inout RuleReader) {
    guard let step = AmountArguments(decoding: &rule) else { return nil }
    self.step = step
  }

  func check(in scope: inout Scope) -> Operation? { step.check(in: scope, .plus) }
}

/// `decrement: path` with `by`: subtracts from an int, a double or a duration.
struct DecrementVerb: Verb {
  static let keyword = Operation.Sign.minus.verb

  static let form = VerbForm(
    "Subtracts from an int, a double or a duration.", [.amount, .fallback])

  let step: AmountArguments

  init?(decoding rule: inout RuleReader) {
    guard let step = AmountArguments(decoding: &rule) else { return nil }
    self.step = step
  }

  func check(in scope: inout Scope) -> Operation? { step.check(in: scope, .minus) }
}
