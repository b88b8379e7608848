import SuasProgram
import YAML

extension Spec {
  package static let form = MappingForm<SpecValueKind>(
    "a spec",
    [
      .required("suas", .version, "The version of the language."),
      .optional("name", .prose, "A name for people."),
      .description,
      .optional(
        "include", .paths, "Other spec files, whose declarations come before this file's own."),
      .optional(
        "constants", .constants, "Values with names, for all expressions: `maxItems: int = 100`."),
      .optional("enums", .enums, "Enums: `Color: [red, green]`."),
      .optional("types", .records, "Records, by their names."),
      .optional(
        "variants", .variants,
        "Exactly one of several records: `Load: { idle: {}, loaded: { cities: list(string) } }`."),
      .optional("states", .records, "The records that reducers own."),
      .optional(
        "functions", .functions, "Expressions with names and parameters, for all expressions."),
      .optional("actions", .records, "Action types with the fields of their payloads."),
      .optional(
        "internal", .actions,
        "Actions and effects that only effects, middleware and listeners dispatch."),
      .optional("rules", .sharedRules, "Rules on a record, which reducers use."),
      .optional("reducers", .reducers, "Each owns a state and says what actions do to it."),
      .optional("selectors", .selectors, "Values computed from `store`."),
      .optional(
        "listeners", .listeners,
        "Who is told of changes, in this order, and what is dispatched then."),
      .optional(
        "effects", .effects,
        "Requests, delays and files: dispatched like actions, taken by the `async` middleware."),
      .optional(
        "middleware", .middleware,
        "What actions pass through before the reducers, in this order."),
      .optional("invariants", .conditions, "Conditions on `store` that hold at any time."),
      .optional(
        "transitions", .transitions, "Conditions on the stores before and after an action."),
      .optional(
        "at-rest", .conditions,
        "Conditions on `store` and the effects in `pending` once a dispatch is done."),
      .optional(
        "reachable", .conditions, "Conditions on `store` and `pending` that the app can come to."),
      .optional(
        "always-reachable", .waysOut,
        "Conditions that the app can come to from every state: an expression, or `from` and `to`."),
      .optional(
        "saved", .mapping(SavedDeclaration.form), "What of the state outlives the app, by versions."
      ),
    ])

  /// Reads a tree as a spec.
  ///
  /// - Throws: The diagnostics for unknown or missing keys, and for values of the wrong kind.
  public init(decoding tree: Node) throws(Diagnostics) {
    let sink = DiagnosticSink()
    self.init(decoding: tree, into: sink)
    try sink.throwErrors()
  }

  /// Reads those parts of a tree that belong to a spec.
  package init(decoding tree: Node, into sink: DiagnosticSink) {
    sources = [tree.range.source]
    decode(tree, sink)
  }

  private mutating func decode(_ tree: Node, _ sink: DiagnosticSink) {
    var file = MappingReader(tree, Self.form, into: sink)
    guard file.isMapping else { return }
    guard checkVersion(&file, tree.range, sink) else { return }
    name = file.text("name")
    description = file.text("description")
    includes = file.value("include").map { $0.scalars("an included file", sink) } ?? []
    constants = file.declarations("constants", "a constant") { name, value, key in
      ConstantDeclaration(name: name, value, under: key, sink)
    }
    functions = file.declarations("functions", "a function") { name, value, key in
      FunctionDeclaration(name: name, value, under: key, sink)
    }
    enums = file.declarations("enums", "an enum") { name, value, _ in
      if value.sequence?.isEmpty == true { sink.report(.withoutCases(name)) }
      return EnumDeclaration(name: name, cases: value.names("a case", sink))
    }
    for (section, key) in [(RecordDeclaration.Section.types, "types"), (.states, "states")] {
      records += file.declarations(key, "a record") { name, value, _ in
        FieldDeclaration.list(
          value, "'\(name.text)'", sink,
          help: "write 'FIELD: TYPE' for each field; an enum with its cases stands under 'enums'"
        ).map { RecordDeclaration(section: section, name: name, fields: $0) }
      }
    }
    for variant in file.declarations(
      "variants", "a variant",
      decode: { name, value, _ in
        VariantDeclaration(name, value, sink)
      })
    {
      records += variant.records
    }
    actions = file.declarations("actions", "an action") { name, value, _ in
      FieldDeclaration.list(value, "the payload of '\(name.text)'", sink).map {
        ActionDeclaration(name: name, fields: $0)
      }
    }
    internals =
      file.value("internal").map { node in
        node.scalars("an action", sink).map { Name(text: $0.text, range: $0.range) }
      } ?? []
    sharedRules = file.declarations("rules", "a rule") { name, value, key in
      SharedRuleDeclaration(name: name, value, under: key, sink)
    }
    reducers = file.declarations("reducers", "a reducer") { name, value, key in
      ReducerDeclaration(name: name, value, under: key, sink)
    }
    selectors = file.declarations("selectors", "a selector") { name, value, key in
      SelectorDeclaration(name: name, value, under: key, sink)
    }
    listeners = file.declarations("listeners", "a listener") { name, value, key in
      ListenerDeclaration(name: name, value, under: key, sink)
    }
    middleware =
      file.value("middleware").map { MiddlewareDeclaration.list($0, sink) } ?? []
    effects = file.declarations("effects", "an effect") { name, value, key in
      EffectDeclaration(name: name, value, under: key, sink)
    }
    invariants = file.conditions("invariants", "an invariant")
    atRest = file.conditions("at-rest", "a promise at rest")
    goals = file.conditions("reachable", "a goal")
    waysOut = file.declarations("always-reachable", "a way out", allowsDash: true) {
      name, value, key in
      WayOutDeclaration(name: name, value, under: key, sink)
    }
    transitions = file.declarations("transitions", "a transition", allowsDash: true) {
      name, value, key in
      TransitionDeclaration(name: name, value, under: key, sink)
    }
    saved = file.entry("saved").map { [SavedDeclaration($0, sink)] } ?? []
    file.finish()
  }

  /// Returns true if the file declares this version of the language; reports it otherwise.
  private func checkVersion(
    _ file: inout MappingReader, _ tree: SourceRange, _ sink: DiagnosticSink
  ) -> Bool {
    guard let version = file.value("suas") else {
      if let key = file.entries.first(where: { DocumentKind.scenarioKeys.contains($0.key.text) }) {
        sink.report(.wrongDocument(.scenario, insteadOf: .spec, at: key.key.range))
      } else if !file.reportMisspelt(["suas"]) {
        sink.report(.missingVersion(at: file.entries.first?.key.range ?? tree))
      }
      return false
    }
    guard case .scalar(let scalar) = version.content, scalar.resolved == .int(1) else {
      sink.report(.unsupportedVersion(at: version.range))
      return false
    }
    return true
  }
}

/// The kind of a file, determined by its keys.
package enum DocumentKind: Sendable {
  case spec, scenario

  package static let scenarioKeys: Set<String> = ["spec", "scenario", "scenarios", "steps"]

  /// Determines the kind of a tree by its keys; nil if they do not show it.
  package init?(_ tree: Node) {
    guard case .mapping(let entries) = tree.content else { return nil }
    if entries.contains(where: { $0.key.text == "suas" }) {
      self = .spec
    } else if entries.contains(where: { Self.scenarioKeys.contains($0.key.text) }) {
      self = .scenario
    } else {
      return nil
    }
  }
}

extension ReducerDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a reducer",
    [
      .required("state", .reference, "The state that the reducer owns."),
      .optional("stateKey", .name, "Its key; the state's name without it."),
      .optional("initial", .overlay, "What is laid over the fields' defaults."),
      .description,
      .optional("history", .mapping(HistoryDeclaration.form), "How the state can be undone."),
      .optional("on", .handlers, "The rules for each action, run in order."),
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    let state = mapping.require("state").flatMap { Name(reference: $0, "a state", sink) }
    stateKey = mapping.value("stateKey").flatMap {
      Name(declaring: $0, "a state key", sink)
    }
    initial = mapping.value("initial")
    description = mapping.text("description")
    history = mapping.entry("history").map { HistoryDeclaration($0, sink) }
    handlers = mapping.declarations("on", "an action", isReference: true) { action, rules, _ in
      HandlerDeclaration(action: action, rules: Rule.list(rules, .standard, sink))
    }
    mapping.finish()
    guard let state else { return nil }
    self.name = name
    self.state = state
  }
}
