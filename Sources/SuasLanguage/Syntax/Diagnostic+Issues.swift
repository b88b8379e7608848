import CEL
import SuasProgram
import YAML

extension Diagnostic {

  /// Creates the diagnostic for an issue in an expression, at a range in the file.
  ///
  /// - Parameter definitions: The functions that the issue may be about.
  package init(
    _ issue: Issue, at range: SourceRange, _ definitions: [String: Definition] = [:]
  ) {
    let code: Code =
      switch issue.kind {
      case .syntax: .expressionSyntax
      case .undeclaredName: .undeclaredName
      case .unknownField: .unknownField
      case .unknownCase: .unknownCase
      case .noMatchingOverload: .noMatchingOverload
      case .typeMismatch: .typeMismatch
      }
    let definition = issue.definition.flatMap { definitions[$0] }
    self.init(
      code, issue.message, at: range,
      notes: definition.map { [Note("'\($0.name)' is declared here", at: $0.place)] } ?? [],
      help: issue.help.map { [$0] } ?? [])
    if let replacement = issue.replacement {
      fixes = [Fix(range, replacement: replacement)]
    }
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
