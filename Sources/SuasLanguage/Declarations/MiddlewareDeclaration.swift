import SuasProgram
import YAML

/// One item of `middleware`: the name of a built-in middleware, or a declared one.
package enum MiddlewareDeclaration: Sendable {
  case builtIn(Name)
  case declared(DeclaredMiddleware)

  package var isBuiltIn: Bool { if case .builtIn = self { true } else { false } }

  package var name: Name {
    switch self {
    case .builtIn(let name): name
    case .declared(let middleware): middleware.name
    }
  }
}

package struct DeclaredMiddleware: Sendable {
  package enum Step: Sendable {
    /// Hands on the action unchanged, under a guard.
    case next(Condition?, SourceRange, onRefused: OutcomeDeclaration?)
    /// Hands on another action in its place.
    case replace(DispatchDeclaration, onRefused: OutcomeDeclaration?)
    case react(ReactionDeclaration)
  }

  package var name: Name
  /// The actions that it acts on; nil for all.
  package var actions: [Name]?
  /// The condition for running the steps; if it is false, the action goes on.
  package var condition: ExpressionSyntax?
  package var steps: [Step]
  package var description: String?

  /// True if each action goes on as it is, whether or not a condition holds.
  var guardsNothing: Bool {
    guard condition != nil, steps.count == 1 else { return false }
    if case .next(nil, _, onRefused: nil) = steps[0] { return true } else { return false }
  }

  /// True if no action of those that it acts on goes on, as itself or as another one.
  var stopsAlways: Bool {
    condition == nil && steps.allSatisfy { if case .react = $0 { true } else { false } }
  }
}

extension MiddlewareDeclaration {
  static func list(_ node: Node, _ sink: DiagnosticSink) -> [MiddlewareDeclaration] {
    guard case .sequence(let nodes) = node.content else {
      sink.report(
        .notAList(node, "'middleware'", help: "begin each of them with '- name: NAME'"))
      return []
    }
    return nodes.compactMap { node in
      if let scalar = node.scalar, scalar.resolved != .null {
        return .builtIn(Name(text: scalar.text, range: scalar.range))
      }
      return DeclaredMiddleware(node, sink).map(MiddlewareDeclaration.declared)
    }
  }
}

extension DeclaredMiddleware {
  package static let form = MappingForm<SpecValueKind>(
    "a middleware",
    [
      .required("name", .dashedName, "The middleware's name."),
      .optional("on", .actions, "The actions that it acts on; without it, all."),
      .optional("when", .expression, "Where it is false, the action goes on."),
      .required(
        "do", .middlewareSteps, "What is done; without a `next` among it, the action stops here."),
      .description,
    ])

  fileprivate init?(_ node: Node, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, into: sink)
    guard mapping.isMapping else { return nil }
    let name = mapping.require("name")?.scalar.flatMap {
      Name(declaring: $0, "a middleware", sink, allowsDash: true)
    }
    actions = mapping.value("on").map { node in
      node.scalars("an action", sink).map { Name(text: $0.text, range: $0.range) }
    }
    condition = mapping.value("when").flatMap { ExpressionSyntax($0, "'when'", sink) }
    steps = mapping.require("do").map { Step.list($0, sink) } ?? []
    description = mapping.text("description")
    mapping.finish()
    guard let name else { return nil }
    self.name = name
  }
}

extension DeclaredMiddleware.Step {
  /// The forms of the steps that are mappings.
  package static let forms = [
    MappingForm<SpecValueKind>(
      "a step",
      [
        .required(
          "dispatch", .reference, "The action or effect that is dispatched, and done, first."),
        .payload, .when, .unless,
      ]),
    CancelDeclaration.form,
    MappingForm(
      "a step",
      [.required("next", .same, "On with the action as it is."), onRefused, .when, .unless]),
    MappingForm(
      "a step",
      [
        .required("next", .replacement, "On with another action."), .payload, onRefused, .when,
        .unless,
      ]),
  ]

  private static let onRefused = KeyForm<SpecValueKind>.optional(
    "on-refused", .dispatches,
    "What follows in place of the other steps where that action is refused; `error` says why.")

  private static let form = MappingForm("a step", oneOf: forms)

  fileprivate static func list(_ node: Node, _ sink: DiagnosticSink) -> [Self] {
    guard case .sequence(let nodes) = node.content else {
      sink.report(
        .notAList(node, "the steps", help: "begin each with '- dispatch: ' or '- next'"))
      return []
    }
    return nodes.compactMap { Self($0, sink) }
  }

  private init?(_ node: Node, _ sink: DiagnosticSink) {
    if let scalar = node.scalar, scalar.text == "next" {
      self = .next(nil, scalar.range, onRefused: nil)
      return
    }
    guard node.mapping != nil else {
      sink.report(.notAMiddlewareStep(node))
      return nil
    }
    var step = MappingReader(node, Self.form, into: sink)
    let next = step.entry("next")
    if let next, let other = step.entry("dispatch") ?? step.entry("cancel") {
      sink.report(
        .conflictingKeys("next", other.key.text, at: next.key.range, other: other.key.range))
    }
    let isStep = ["next", "dispatch", "cancel"].contains { key in
      step.entries.contains { $0.key.text == key }
    }
    guard isStep else {
      sink.report(.noMiddlewareStep(at: step.entries.first?.key.range ?? node.range))
      _ = step.takeRemaining()
      return nil
    }
    defer { step.finish() }
    guard let next else {
      guard let reaction = ReactionDeclaration(&step) else { return nil }
      self = .react(reaction)
      return
    }
    let onRefused = step.entry("on-refused").map { OutcomeDeclaration($0, sink) }
    if next.value.scalar?.text == "same" {
      self = .next(Condition(&step), next.extent, onRefused: onRefused)
    } else {
      guard let declaration = DispatchDeclaration(next, of: &step) else { return nil }
      self = .replace(declaration, onRefused: onRefused)
    }
  }
}
