import CEL

/// `increment: path` with `by`: adds to an int, a double or a duration.
struct IncrementVerb: Verb {
  static let keyword = "increment"

  let step: StepByAmount

  init?(decoding rule: inout RuleReader) {
    guard let step = StepByAmount(decoding: &rule) else { return nil }
    self.step = step
  }

  func check(in scope: inout Scope) -> Operation? { step.check(in: scope, .plus) }
}

/// `decrement: path` with `by`: subtracts from an int, a double or a duration.
struct DecrementVerb: Verb {
  static let keyword = "decrement"

  let step: StepByAmount

  init?(decoding rule: inout RuleReader) {
    guard let step = StepByAmount(decoding: &rule) else { return nil }
    self.step = step
  }

  func check(in scope: inout Scope) -> Operation? { step.check(in: scope, .minus) }
}
