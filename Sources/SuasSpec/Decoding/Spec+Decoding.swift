import YAML

extension Spec {
  /// Reads a tree as a spec.
  ///
  /// - Throws: every key and kind of thing that a spec does not have.
  public init(decoding tree: Node) throws(Diagnostics) {
    let findings = Findings()
    sources = [tree.range.source]
    decode(tree, findings)
    try findings.throwErrors()
  }

  private mutating func decode(_ tree: Node, _ findings: Findings) {
    var file = MappingReader(tree, as: "a spec", into: findings)
    guard file.isMapping else { return }
    guard checkVersion(&file, tree.range, findings) else { return }
    name = file.text("name")
    description = file.text("description")
    includes = file.value("include").map { $0.scalars("an included file", findings) } ?? []
    enums = file.declarations("enums", "an enum") { name, value, _ in
      EnumDeclaration(name: name, cases: value.names("a case", findings))
    }
    for (section, key) in [(RecordDeclaration.Section.types, "types"), (.states, "states")] {
      records += file.declarations(key, "a record") { name, value, _ in
        FieldDeclaration.list(value, "the fields of '\(name.text)'", findings).map {
          RecordDeclaration(section: section, name: name, fields: $0)
        }
      }
    }
    for variant in file.declarations(
      "variants", "a variant",
      decode: { name, value, _ in
        VariantDeclaration(name, value, findings)
      })
    {
      records += variant.records
    }
    actions = file.declarations("actions", "an action") { name, value, _ in
      FieldDeclaration.list(value, "the payload of '\(name.text)'", findings).map {
        ActionDeclaration(name: name, fields: $0)
      }
    }
    reducers = file.declarations("reducers", "a reducer") { name, value, key in
      ReducerDeclaration(name: name, value, under: key, findings)
    }
    selectors = file.declarations("selectors", "a selector") { name, value, key in
      SelectorDeclaration(name: name, value, under: key, findings)
    }
    listeners = file.declarations("listeners", "a listener") { name, value, key in
      ListenerDeclaration(name: name, value, under: key, findings)
    }
    middleware =
      file.value("middleware").map { MiddlewareDeclaration.list($0, findings) } ?? []
    effects = file.declarations("effects", "an effect") { name, value, key in
      EffectDeclaration(name: name, value, under: key, findings)
    }
    invariants = file.conditions("invariants", "an invariant")
    goals = file.conditions("reachable", "a goal")
    transitions = file.declarations("transitions", "a transition", allowsDash: true) {
      name, value, key in
      TransitionDeclaration(name: name, value, under: key, findings)
    }
    file.finish()
  }

  /// Whether the file says that it is a spec of this version of the language.
  private func checkVersion(
    _ file: inout MappingReader, _ tree: SourceRange, _ findings: Findings
  ) -> Bool {
    guard let version = file.value("suas") else {
      if let key = file.entries.first(where: { DocumentKind.scenarioKeys.contains($0.key.text) }) {
        findings.report(.wrongDocument(.scenario, insteadOf: .spec, at: key.key.range))
      } else if !file.reportMisspelt(["suas"]) {
        findings.report(.missingVersion(at: file.entries.first?.key.range ?? tree))
      }
      return false
    }
    guard case .scalar(let scalar) = version.content, scalar.resolved == .int(1) else {
      findings.report(.unsupportedVersion(at: version.range))
      return false
    }
    return true
  }
}

/// What a file can be, told apart by its keys.
package enum DocumentKind: Sendable {
  case spec, scenario

  package static let scenarioKeys: Set<String> = ["spec", "scenario", "scenarios", "steps"]

  /// The kind that a tree's keys say; nil where they say nothing.
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
  init?(name: Name, _ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a reducer", under: key, into: findings)
    let state = mapping.require("state").flatMap { Name(reference: $0, "a state", findings) }
    stateKey = mapping.value("stateKey").flatMap {
      Name(declaring: $0, "a state key", findings)
    }
    initial = mapping.value("initial")
    description = mapping.text("description")
    handlers = mapping.declarations("on", "an action", isReference: true) { action, rules, _ in
      HandlerDeclaration(action: action, rules: Rule.list(rules, findings))
    }
    mapping.finish()
    guard let state else { return nil }
    self.name = name
    self.state = state
  }
}

extension Rule {
  /// Reads a list of rules.
  static func list(_ node: Node, _ findings: Findings) -> [Rule] {
    guard case .sequence(let nodes) = node.content else {
      findings.report(.notAList(node, "the rules", help: "begin each rule with '- '"))
      return []
    }
    return nodes.compactMap { Rule($0, findings) }
  }
}
