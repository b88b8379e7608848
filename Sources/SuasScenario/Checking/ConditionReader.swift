import CEL
import SuasSpec
import YAML

/// Reads expressions of a scenario that hold or do not.
struct ConditionReader {
  private let types: CEL.Types
  private let table: TypeTable
  private let names: Names
  private let findings: Findings

  /// - Parameter shapes: record types that the spec does not declare.
  init(_ table: TypeTable, adding shapes: [Shape] = [], _ names: Names, _ findings: Findings) {
    self.table = table
    types = table.cel.adding(shapes)
    self.names = names
    self.findings = findings
  }

  /// - Parameter subject: the name of what the expression is about, and its type.
  func read(_ syntax: ExpressionSyntax, about subject: String, _ type: Type) -> Condition? {
    var environment = CEL.Environment(types: types)
    names.declare(in: &environment)
    environment.declare(subject, type)
    let reader = ValueReader(types: table, environment: environment, findings: findings)
    return reader.expression(syntax, as: .bool).map {
      Condition(
        program: $0, constants: names.values, text: String(syntax.text), range: syntax.range,
        written: (syntax, environment))
    }
  }
}
