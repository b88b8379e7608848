import SuasProgram
import YAML

/// A function of a spec: an expression of its parameters.
package struct FunctionDeclaration: Sendable {
  package var name: Name
  package var parameters: [Parameter]
  /// The type of the result; nil if it follows from the value.
  package var result: TypeSyntax?
  package var value: ExpressionSyntax
  package var description: String?

  package struct Parameter: Sendable {
    package var name: Name
    package var type: TypeSyntax
  }
}

extension FunctionDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a function",
    [
      .optional("params", .parameters, "The parameters with their types: `items: list(Item)`."),
      .optional("returns", .type, "The type of the result; without it, that of the value."),
      .required("value", .expression, "The result, computed from the parameters and constants."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    let parameters = mapping.value("params").map { Self.parameters($0, sink) } ?? []
    result = mapping.value("returns").flatMap { TypeSyntax($0, sink) }
    let value = mapping.require("value").flatMap { ExpressionSyntax($0, "'value'", sink) }
    description = mapping.text("description")
    mapping.finish()
    guard let parameters, let value else { return nil }
    self.name = name
    self.parameters = parameters
    self.value = value
  }

  private static func parameters(_ node: Node, _ sink: DiagnosticSink) -> [Parameter]? {
    guard let entries = node.entries(as: "'params'", into: sink) else { return nil }
    let parameters = entries.compactMap { entry -> Parameter? in
      guard let name = Name(declaring: entry.key, "a parameter", sink) else { return nil }
      if case .scalar(let scalar) = entry.value.content, scalar.text.utf8.contains(0x3d) {
        sink.report(.defaultOfParameter(name, at: entry.value.range))
        return nil
      }
      return TypeSyntax(entry.value, sink).map { Parameter(name: name, type: $0) }
    }
    return parameters.count == entries.count ? parameters : nil
  }
}

/// A constant of a spec: a value with a type.
package struct ConstantDeclaration: Sendable {
  package var name: Name
  package var type: TypeSyntax
  package var value: Node
  package var description: String?
}

extension ConstantDeclaration {
  /// The long form of a constant.
  package static let form = MappingForm<SpecValueKind>(
    "a constant",
    [
      .required("type", .type, "The type."),
      .required("value", .value, "The value: a literal, or `${…}` of constants and functions."),
      .description,
    ])

  /// Reads `TYPE = VALUE`, or the long form.
  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    self.name = name
    if case .scalar(let scalar) = node.content {
      guard let (type, value) = FieldDeclaration.typeAndDefault(scalar, sink, key: "value") else {
        return nil
      }
      guard let value else {
        sink.report(.constantWithoutValue(name, scalar.text, at: node.range))
        return nil
      }
      self.type = type
      self.value = value
      return
    }
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    let type = mapping.require("type").flatMap { TypeSyntax($0, besides: "value", sink) }
    let value = mapping.require("value")
    description = mapping.text("description")
    mapping.finish()
    guard let type, let value else { return nil }
    self.type = type
    self.value = value
  }
}
