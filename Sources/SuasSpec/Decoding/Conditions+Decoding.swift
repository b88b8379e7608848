import YAML

extension MappingReader {
  /// Named conditions on the whole store.
  mutating func conditions(_ section: String, _ what: String) -> [InvariantDeclaration] {
    let findings = findings
    return declarations(section, what, allowsDash: true) { name, value, _ in
      ExpressionSyntax(value, "'\(name.text)'", findings).map {
        InvariantDeclaration(name: name, condition: $0)
      }
    }
  }
}

extension TransitionDeclaration {
  init?(name: Name, _ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a transition", under: key, into: findings)
    actions = mapping.value("on").map { node in
      node.scalars("an action", findings).map { Name(text: $0.text, range: $0.range) }
    }
    let condition = mapping.require("that").flatMap { ExpressionSyntax($0, "'that'", findings) }
    description = mapping.text("description")
    mapping.finish()
    guard let condition else { return nil }
    self.name = name
    self.condition = condition
  }
}
