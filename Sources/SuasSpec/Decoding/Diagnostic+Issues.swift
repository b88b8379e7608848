import CEL
import YAML

extension Diagnostic {
  /// What is wrong with an expression that a scalar of a file holds.
  init(_ issue: Issue, in scalar: Scalar) {
    self.init(issue, at: scalar.range(of: issue.range))
  }

  /// What is wrong with an expression, where it stands.
  package init(_ issue: Issue, at range: SourceRange) {
    let code: Code =
      switch issue.kind {
      case .syntax: .expressionSyntax
      case .undeclaredName: .undeclaredName
      case .unknownField: .unknownField
      case .noMatchingOverload: .noMatchingOverload
      case .typeMismatch: .typeMismatch
      }
    self.init(
      code, issue.message, at: range, help: issue.help.map { [$0] } ?? [])
  }

  /// A constant that does not fit the place it goes to.
  init(misfit error: EvaluationError, at range: SourceRange) {
    let code: Code =
      switch error.code {
      case "no-such-case": .unknownCase
      case "no-such-field": .unknownField
      default: .typeMismatch
      }
    self.init(code, error.message, at: .range(range))
  }
}
