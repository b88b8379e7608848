import SuasProgram
import YAML

/// A listener: its subject, its filter, and the actions that it dispatches when it is notified.
package struct ListenerDeclaration: Sendable {
  package enum Subject: Sendable {
    case store
    case stateKey(Name)
    case selector(Name)
  }

  package enum Filter: Sendable {
    case always
    case changed
    case expression(ExpressionSyntax)
  }

  package var name: Name
  package var subject: Subject
  package var filter: Filter
  package var reactions: [ReactionDeclaration]
  package var description: String?
}

extension ListenerDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a listener",
    [
      .optional(
        "stateKey", .reference, "The sub-state that is listened to; without it, the store."),
      .optional("selector", .reference, "The selector that is listened to."),
      .optional("filter", .filter, "`always`, `changed`, or a condition on `old` and `new`."),
      .optional(
        "do", .dispatches, "What is dispatched when the present round of listeners is over."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    guard mapping.isMapping else { return nil }
    let stateKey = mapping.entry("stateKey")
    let selector = mapping.entry("selector")
    if let stateKey, let selector {
      sink.report(
        .conflictingKeys(
          "selector", "stateKey", at: selector.key.range, other: stateKey.key.range))
    }
    let filter = mapping.value("filter").map { Filter($0, sink) } ?? .always
    reactions = mapping.value("do").map { ReactionDeclaration.list($0, sink) } ?? []
    description = mapping.text("description")
    mapping.finish()
    let subject: Subject?
    if let stateKey {
      subject = Name(reference: stateKey.value, "a state key", sink).map(Subject.stateKey)
    } else if let selector {
      subject = Name(reference: selector.value, "a selector", sink).map(Subject.selector)
    } else {
      subject = .store
    }
    guard let subject, let filter else { return nil }
    self.name = name
    self.subject = subject
    self.filter = filter
  }
}

extension ListenerDeclaration.Filter {
  fileprivate init?(_ node: Node, _ sink: DiagnosticSink) {
    switch node.scalar {
    case let word? where word.text == "always": self = .always
    case let word? where word.text == "changed": self = .changed
    default:
      guard let syntax = ExpressionSyntax(node, "'filter'", sink) else { return nil }
      self = .expression(syntax)
    }
  }
}
