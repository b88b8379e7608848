import YAML

/// A part of the store, or something made of it, that listeners can be told of.
struct SelectorDeclaration: Sendable {
  var name: Name
  /// Where it is false, there is nothing to tell.
  var condition: ExpressionSyntax?
  var value: Node
  var description: String?
}

extension SelectorDeclaration {
  init?(name: Name, _ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a selector", under: key, into: findings)
    condition = mapping.value("when").flatMap { ExpressionSyntax($0, "'when'", findings) }
    let value = mapping.require("value")
    description = mapping.text("description")
    mapping.finish()
    guard let value else { return nil }
    self.name = name
    self.value = value
  }
}
