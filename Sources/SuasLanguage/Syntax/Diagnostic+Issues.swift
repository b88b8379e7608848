import CEL
import SuasProgram
import YAML

extension Diagnostic {
  /// Creates the diagnostic for an issue in an expression that a scalar holds.
  init(_ issue: Issue, in scalar: Scalar) {
    self.init(issue, at: scalar.range(of: issue.range))
  }

  /// Creates the diagnostic for an issue in an expression, at a range in the file.
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

  /// Creates the diagnostic for a constant that does not fit the type of its place.
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
