import YAML

/// One item of `middleware`: a built-in one by its name, or one of the author's own.
enum MiddlewareDeclaration: Sendable {
  case builtIn(Name)
  case declared(DeclaredMiddleware)

  var name: Name {
    switch self {
    case .builtIn(let name): name
    case .declared(let middleware): middleware.name
    }
  }
}

struct DeclaredMiddleware: Sendable {
  enum Step: Sendable {
    /// On with the action as it is.
    case next(Condition?, SourceRange)
    /// On with another action.
    case replace(DispatchDeclaration)
    case dispatch(DispatchDeclaration)
  }

  var name: Name
  /// The actions that it acts on; nil for all.
  var actions: [Name]?
  /// Where it is false, the action goes on.
  var condition: ExpressionSyntax?
  var steps: [Step]
  var description: String?
}

extension MiddlewareDeclaration {
  static func list(_ node: Node, _ findings: Findings) -> [MiddlewareDeclaration] {
    guard case .sequence(let nodes) = node.content else {
      findings.report(
        .notAList(node, "'middleware'", help: "begin each of them with '- '"))
      return []
    }
    return nodes.compactMap { node in
      if let scalar = node.scalar, scalar.resolved != .null {
        return .builtIn(Name(text: scalar.text, range: scalar.range))
      }
      return DeclaredMiddleware(node, findings).map(MiddlewareDeclaration.declared)
    }
  }
}

extension DeclaredMiddleware {
  fileprivate init?(_ node: Node, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a middleware", into: findings)
    guard mapping.isMapping else { return nil }
    let name = mapping.require("name")?.scalar.flatMap {
      Name(declaring: $0, "a middleware", findings, allowsDash: true)
    }
    actions = mapping.value("on").map { node in
      node.scalars("an action", findings).map { Name(text: $0.text, range: $0.range) }
    }
    condition = mapping.value("when").flatMap { ExpressionSyntax($0, "'when'", findings) }
    steps = mapping.require("do").map { Step.list($0, findings) } ?? []
    description = mapping.text("description")
    mapping.finish()
    guard let name else { return nil }
    self.name = name
  }
}

extension DeclaredMiddleware.Step {
  fileprivate static func list(_ node: Node, _ findings: Findings) -> [Self] {
    guard case .sequence(let nodes) = node.content else {
      findings.report(
        .notAList(node, "the steps", help: "begin each with '- dispatch: ' or '- next'"))
      return []
    }
    return nodes.compactMap { Self($0, findings) }
  }

  private init?(_ node: Node, _ findings: Findings) {
    if let scalar = node.scalar, scalar.text == "next" {
      self = .next(nil, scalar.range)
      return
    }
    guard node.mapping != nil else {
      findings.report(.notAMiddlewareStep(node))
      return nil
    }
    var step = MappingReader(node, as: "a step", into: findings)
    let dispatch = step.entry("dispatch")
    let next = step.entry("next")
    if let dispatch, let next {
      findings.report(
        .conflictingKeys("next", "dispatch", at: next.key.range, other: dispatch.key.range))
    }
    defer { step.finish() }
    if let next, next.value.scalar?.text == "same" {
      self = .next(Condition(&step), next.extent)
    } else if let next {
      guard let declaration = DispatchDeclaration(next, of: &step) else { return nil }
      self = .replace(declaration)
    } else if let dispatch {
      guard let declaration = DispatchDeclaration(dispatch, of: &step) else { return nil }
      self = .dispatch(declaration)
    } else {
      findings.report(.noMiddlewareStep(at: step.entries.first?.key.range ?? node.range))
      _ = step.takeRemaining()
      return nil
    }
  }
}
