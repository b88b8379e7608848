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

extension WayOutDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a way out",
    [
      .required(
        "from", .expression,
        "The states that it leads out of: a condition on `store` and `pending`."
      ),
      .required("to", .expression, "What can be reached: a condition on `store` and `pending`."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    self.name = name
    guard node.mapping != nil else {
      guard let condition = ExpressionSyntax(node, "'\(name.text)'", sink) else { return nil }
      self.condition = condition
      return
    }
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    origin = mapping.require("from").flatMap { ExpressionSyntax($0, "'from'", sink) }
    let condition = mapping.require("to").flatMap { ExpressionSyntax($0, "'to'", sink) }
    description = mapping.text("description")
    mapping.finish()
    guard origin != nil, let condition else { return nil }
    self.condition = condition
  }
}
