import CEL

/// `increment: path` with `by`: adds to an int, a double or a duration.
struct IncrementVerb: Verb {
  static let keyword = "increment"

  let step: StepByAmount

  init?(decoding rule: inout RuleReader) {
    guard let step = StepByAmount(decoding: &rule) else { return nil }
    self.step = step
  }

  func check(in scope: inout Scope) -> Step? { step.check(in: scope, adding: true) }
}

/// `decrement: path` with `by`: subtracts from an int, a double or a duration.
struct DecrementVerb: Verb {
  static let keyword = "decrement"

  let step: StepByAmount

  init?(decoding rule: inout RuleReader) {
    guard let step = StepByAmount(decoding: &rule) else { return nil }
    self.step = step
  }

  func check(in scope: inout Scope) -> Step? { step.check(in: scope, adding: false) }
}
