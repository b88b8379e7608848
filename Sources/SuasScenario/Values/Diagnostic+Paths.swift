import SuasSpec
import YAML

/// Paths into the store.
extension Diagnostic {
  static func notAPath(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .expressionSyntax, "'\(scalar.text)' is no path into the store", at: .range(scalar.range),
      help: ["write it as TodoList.todos[0].title, and map keys as byId.key or byId[\"any key\"]"])
  }

  static func notInType(
    _ component: Path.Component, _ type: FieldType, at range: SourceRange
  ) -> Diagnostic {
    typeMismatch("'\(type)' has no \(component.key)", at: range)
  }
}
