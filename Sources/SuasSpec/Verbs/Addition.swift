import CEL
import YAML

/// What a list is to be given: one `value`, or the elements of `values`.
enum Addition: Sendable {
  case value(Node)
  case values(ExpressionSyntax)

  init?(decoding rule: inout RuleReader) {
    let value = rule.optional("value")
    let values = rule.optionalExpression("values")
    switch (value, values) {
    case (let value?, nil): self = .value(value)
    case (nil, let values?): self = .values(values)
    case (_?, let values?):
      rule.report(.conflictingKeys("value", "values", at: values.range))
      return nil
    case (nil, nil):
      rule.reportMissing("value")
      return nil
    }
  }

  /// Types the addition for a list of `element`; answers what computes the elements to add.
  func check(
    in scope: Scope, element: FieldType
  ) -> (@Sendable (inout Frame) throws(EvaluationError) -> List)? {
    switch self {
    case .value(let node):
      guard let value = scope.value(node, as: element) else { return nil }
      return { frame throws(EvaluationError) in [try value.evaluate(&frame)] }
    case .values(let syntax):
      guard let values = scope.template(syntax, as: .list(element)) else { return nil }
      return { frame throws(EvaluationError) in
        let value = try values.evaluate(&frame)
        guard case .list(let list) = value else { throw .typeMismatch(value, isNot: "a list") }
        return list
      }
    }
  }
}
