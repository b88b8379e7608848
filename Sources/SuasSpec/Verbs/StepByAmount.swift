import CEL
import YAML

/// What `increment` and `decrement` share: a number or duration at a path, and `by`, 1 by default.
struct StepByAmount: Sendable {
  let path: ExpressionSyntax
  let amount: ExpressionSyntax?
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
    amount = rule.optionalExpression("by")
    fallback = rule.optional("default")
  }

  func check(in scope: Scope, adding: Bool) -> Step? {
    let types: [FieldType] = [.int, .double, .duration]
    let target = scope.target(path, default: fallback, as: "a number or duration") {
      types.contains($0)
    }
    guard let target else { return nil }
    let amountTemplate: Template
    if let amount {
      guard let template = scope.template(amount, as: target.type.unwrapped) else { return nil }
      amountTemplate = template
    } else if target.type.unwrapped == .duration {
      scope.findings.report(.missingAmount(at: path.range))
      return nil
    } else {
      amountTemplate = .constant(target.type.unwrapped == .double ? .double(1) : .int(1))
    }
    let verb = adding ? IncrementVerb.keyword : DecrementVerb.keyword
    if let amount = amountTemplate.constant {
      return Step(changing: target) { place throws(EvaluationError) in
        place = try place.stepped(by: amount, adding: adding, verb: verb)
      }
    }
    return Step { execution throws(EvaluationError) in
      let amount = try amountTemplate.evaluate(&execution.frame)
      try target.modify(execution) { place throws(EvaluationError) in
        place = try place.stepped(by: amount, adding: adding, verb: verb)
      }
      return true
    }
  }
}

extension Value {
  fileprivate func stepped(
    by amount: Value, adding: Bool, verb: String
  ) throws(EvaluationError) -> Value {
    switch (self, amount) {
    case (.int(let value), .int(let amount)):
      let (result, overflow) =
        adding ? value.addingReportingOverflow(amount) : value.subtractingReportingOverflow(amount)
      guard !overflow else { throw .overflow(verb, of: "int") }
      return .int(result)
    case (.duration(let value), .duration(let amount)):
      let (result, overflow) =
        adding
        ? value.nanoseconds.addingReportingOverflow(amount.nanoseconds)
        : value.nanoseconds.subtractingReportingOverflow(amount.nanoseconds)
      guard !overflow else { throw .overflow(verb, of: "duration") }
      return .duration(CEL.Duration(nanoseconds: result))
    case (.double(let value), .double(let amount)):
      return .double(adding ? value + amount : value - amount)
    case (.double(let value), .int(let amount)):
      return .double(adding ? value + Double(amount) : value - Double(amount))
    default:
      throw .typeMismatch(self, isNot: "a number or duration")
    }
  }
}
