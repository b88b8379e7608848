import YAML

extension Spec {
  /// Reads a tree as a spec.
  ///
  /// - Throws: every key and kind of thing that a spec does not have.
  public init(decoding tree: Node) throws(Diagnostics) {
    let findings = Findings()
    source = tree.range.source
    decode(tree, findings)
    try findings.throwErrors()
  }

  private mutating func decode(_ tree: Node, _ findings: Findings) {
    var file = MappingReader(tree, as: "a spec", into: findings)
    guard file.isMapping else { return }
    guard checkVersion(&file, tree.range, findings) else { return }
    name = file.text("name")
    _ = file.text("description")
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
    actions = file.declarations("actions", "an action") { name, value, _ in
      FieldDeclaration.list(value, "the payload of '\(name.text)'", findings).map {
        ActionDeclaration(name: name, fields: $0)
      }
    }
    reducers = file.declarations("reducers", "a reducer") { name, value, key in
      ReducerDeclaration(name: name, value, under: key, findings)
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
      } else {
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
    _ = mapping.text("description")
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

extension FieldDeclaration {
  /// Reads the fields of a record; nothing is none.
  static func list(
    _ node: Node, _ what: String, _ findings: Findings
  ) -> [FieldDeclaration]? {
    node.entries(as: what, into: findings)?.compactMap { entry in
      Name(declaring: entry.key, "a field", findings).flatMap {
        FieldDeclaration($0, entry.value, under: entry.key, findings)
      }
    }
  }

  /// Reads `TYPE`, `TYPE = DEFAULT`, or the long form.
  private init?(_ name: Name, _ node: Node, under key: Scalar, _ findings: Findings) {
    self.name = name
    switch node.content {
    case .scalar(let scalar):
      var parser = TypeParser(scalar)
      do throws(TypeParser.Failure) {
        let (type, defaultStart) = try parser.parseField()
        self.type = type
        if let defaultStart {
          guard let node = Node(parsing: scalar, from: defaultStart, findings) else {
            return nil
          }
          self.default = node
        }
      } catch {
        findings.report(.notAType(expected: error.expected, at: error.range))
        return nil
      }
    case .mapping:
      var mapping = MappingReader(node, as: "a field", under: key, into: findings)
      let type = mapping.require("type")
      self.default = mapping.value("default")
      _ = mapping.text("description")
      mapping.finish()
      guard let type = type.flatMap({ TypeSyntax($0, findings) }) else { return nil }
      self.type = type
    case .sequence:
      findings.report(.wrongKind(node, "a field's type"))
      return nil
    }
  }
}

extension TypeSyntax {
  fileprivate init?(_ node: Node, _ findings: Findings) {
    guard case .scalar(let scalar) = node.content else {
      findings.report(.wrongKind(node, "a type"))
      return nil
    }
    var parser = TypeParser(scalar)
    do throws(TypeParser.Failure) {
      self = try parser.parseWhole()
    } catch {
      findings.report(.notAType(expected: error.expected, at: error.range))
      return nil
    }
  }
}

extension Node {
  /// The value that the rest of a scalar writes: a default after `=`.
  fileprivate init?(parsing scalar: Scalar, from start: Int, _ findings: Findings) {
    let end = scalar.text.utf8.count
    let range = scalar.range(of: start..<end)
    let rest = Source(name: range.source.name, text: String(scalar.text.utf8Slice(start..<end)))
    switch (try? YAML.parse(rest))?.content {
    case .scalar(let parsed) where start < end:
      self.init(.scalar(Scalar(parsed.text, style: parsed.style, at: range)), at: range)
    case .sequence(let nodes) where nodes.isEmpty:
      self.init(.sequence([]), at: range)
    case .mapping(let entries) where entries.isEmpty:
      self.init(.mapping([]), at: range)
    default:
      findings.report(.notADefault(at: range))
      return nil
    }
  }
}
