import SuasProgram
import YAML

/// A value that is computed from the store, and that listeners can listen to.
package struct SelectorDeclaration: Sendable {
  package var name: Name
  /// The condition for selecting a value; if it is false, there is nothing to notify of.
  package var condition: ExpressionSyntax?
  package var value: Node
  package var description: String?
}

extension SelectorDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a selector",
    [
      .required("value", .value, "What is selected from `store`."),
      .optional("when", .expression, "Where it is false, there is nothing to tell."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    condition = mapping.value("when").flatMap { ExpressionSyntax($0, "'when'", sink) }
    let value = mapping.require("value")
    description = mapping.text("description")
    mapping.finish()
    guard let value else { return nil }
    self.name = name
    self.value = value
  }
}
