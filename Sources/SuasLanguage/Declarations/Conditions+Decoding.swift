import SuasProgram
import YAML

extension MappingReader {
  /// Reads named conditions on the whole store.
  mutating func conditions(_ section: String, _ what: String) -> [InvariantDeclaration] {
    let sink = sink
    return declarations(section, what, allowsDash: true) { name, value, _ in
      ExpressionSyntax(value, "'\(name.text)'", sink).map {
        InvariantDeclaration(name: name, condition: $0)
      }
    }
  }
}

extension TransitionDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a transition",
    [
      .optional("on", .actions, "The actions that it speaks of; without it, all."),
      .required(
        "that", .expression,
        "A condition on `old` and `new`, the whole stores, `action` and `actionType`."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    actions = mapping.value("on").map { node in
      node.scalars("an action", sink).map { Name(text: $0.text, range: $0.range) }
    }
    let condition = mapping.require("that").flatMap { ExpressionSyntax($0, "'that'", sink) }
    description = mapping.text("description")
    mapping.finish()
    guard let condition else { return nil }
    self.name = name
    self.condition = condition
  }
}
