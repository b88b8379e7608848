import YAML

/// A listener: what it listens to, when it is told, and what it dispatches then.
struct ListenerDeclaration: Sendable {
  enum Subject: Sendable {
    case store
    case stateKey(Name)
    case selector(Name)
  }

  enum Filter: Sendable {
    case always
    case changed
    case expression(ExpressionSyntax)
  }

  var name: Name
  var subject: Subject
  var filter: Filter
  var reactions: [DispatchDeclaration]
  var description: String?
}

extension ListenerDeclaration {
  init?(name: Name, _ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a listener", under: key, into: findings)
    guard mapping.isMapping else { return nil }
    let stateKey = mapping.entry("stateKey")
    let selector = mapping.entry("selector")
    if let stateKey, let selector {
      findings.report(
        .conflictingKeys(
          "selector", "stateKey", at: selector.key.range, other: stateKey.key.range))
    }
    let filter = mapping.value("filter").map { Filter($0, findings) } ?? .always
    reactions = mapping.value("do").map { DispatchDeclaration.list($0, findings) } ?? []
    description = mapping.text("description")
    mapping.finish()
    let subject: Subject?
    if let stateKey {
      subject = Name(reference: stateKey.value, "a state key", findings).map(Subject.stateKey)
    } else if let selector {
      subject = Name(reference: selector.value, "a selector", findings).map(Subject.selector)
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
  fileprivate init?(_ node: Node, _ findings: Findings) {
    switch node.scalar {
    case let word? where word.text == "always": self = .always
    case let word? where word.text == "changed": self = .changed
    // A name alone is no condition; it is meant for one of the words.
    case let word? where word.text.isName && !["true", "false"].contains(word.text):
      findings.report(.notAFilter(word, near: ["always", "changed"]))
      return nil
    default:
      guard let syntax = ExpressionSyntax(node, "'filter'", findings) else { return nil }
      self = .expression(syntax)
    }
  }
}
