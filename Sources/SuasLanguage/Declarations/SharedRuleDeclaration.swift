import SuasProgram
import YAML

/// Rules on a record, under `rules`, which other rules use.
package struct SharedRuleDeclaration: Sendable {
  package var name: Name
  /// The record that the rules change.
  package var record: Name
  package var parameters: [FieldDeclaration]
  package var description: String?
  var rules: [Rule]
}

extension SharedRuleDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a shared rule",
    [
      .required(
        "of", .reference, "The record or state that it changes: paths begin at its fields."),
      .optional("params", .fields, "What a use hands over: `name: TYPE`, or with a default."),
      .required("do", .rules, "The rules, run in order."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    let record = mapping.require("of").flatMap { Name(reference: $0, "a record", sink) }
    let parameters =
      mapping.value("params").map {
        FieldDeclaration.list($0, "the parameters of '\(name.text)'", sink)
      } ?? []
    let rules = mapping.require("do").map { Rule.list($0, .standard, sink) }
    description = mapping.text("description")
    mapping.finish()
    guard let record, let parameters, let rules else { return nil }
    for parameter in parameters {
      guard let condition = parameter.condition else { continue }
      sink.report(.constrainedParameter(at: condition.range))
    }
    self.name = name
    self.record = record
    self.parameters = parameters
    self.rules = rules
  }
}
