import YAML

extension Spec {
  /// Reads a tree as a spec.
  ///
  /// - Throws: every key and kind of thing that a spec does not have.
  public init(decoding tree: Node) throws(Diagnostics) {
    let diagnostics = DiagnosticCollector()
    source = tree.range.source
    decode(tree, diagnostics)
    try diagnostics.throwIfAny()
  }

  private mutating func decode(_ tree: Node, _ diagnostics: DiagnosticCollector) {
    guard var file = MappingReader(tree, "a spec", diagnostics) else { return }
    guard checkVersion(&file, diagnostics) else { return }
    name = file.text("name")
    _ = file.text("description")
    enums = file.declarations("enums", "an enum") { name, value in
      EnumDeclaration(name: name, cases: value.names("a case", diagnostics))
    }
    for (section, key) in [(RecordDeclaration.Section.types, "types"), (.states, "states")] {
      records += file.declarations(key, "a record") { name, value in
        FieldDeclaration.list(value, "the fields of '\(name.text)'", diagnostics).map {
          RecordDeclaration(section: section, name: name, fields: $0)
        }
      }
    }
    actions = file.declarations("actions", "an action") { name, value in
      FieldDeclaration.list(value, "the payload of '\(name.text)'", diagnostics).map {
        ActionDeclaration(name: name, fields: $0)
      }
    }
    reducers = file.declarations("reducers", "a reducer") { name, value in
      ReducerDeclaration(name: name, value, diagnostics)
    }
    file.finish()
  }

  /// Whether the file says that it is a spec of this version of the language.
  private func checkVersion(
    _ file: inout MappingReader, _ diagnostics: DiagnosticCollector
  ) -> Bool {
    guard let version = file.value("suas") else {
      if let key = file.entries.first(where: { DocumentKind.scenarioKeys.contains($0.key.text) }) {
        diagnostics.report(.wrongDocument(.scenario, insteadOf: .spec, at: key.key.range))
      } else {
        diagnostics.report(.missingVersion(at: file.range))
      }
      return false
    }
    guard case .scalar(let scalar) = version.content, scalar.resolved == .int(1) else {
      diagnostics.report(.unsupportedVersion(at: version.range))
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
  init?(name: Name, _ node: Node, _ diagnostics: DiagnosticCollector) {
    guard var mapping = MappingReader(node, "a reducer", diagnostics, named: name.range) else {
      return nil
    }
    let state = mapping.require("state").flatMap { Name(reference: $0, "a state", diagnostics) }
    stateKey = mapping.value("stateKey").flatMap {
      Name(declaring: $0, "a state key", diagnostics)
    }
    initial = mapping.value("initial")
    _ = mapping.text("description")
    handlers = mapping.declarations("on", "an action", isReference: true) { action, rules in
      HandlerDeclaration(action: action, rules: Rule.list(rules, diagnostics))
    }
    mapping.finish()
    guard let state else { return nil }
    self.name = name
    self.state = state
  }
}

extension Rule {
  /// Reads a list of rules.
  static func list(_ node: Node, _ diagnostics: DiagnosticCollector) -> [Rule] {
    guard case .sequence(let nodes) = node.content else {
      diagnostics.report(.notAList(node, "the rules", help: "begin each rule with '- '"))
      return []
    }
    return nodes.compactMap { Rule($0, diagnostics) }
  }
}

extension FieldDeclaration {
  /// Reads the fields of a record; nothing is none.
  static func list(
    _ node: Node, _ what: String, _ diagnostics: DiagnosticCollector
  ) -> [FieldDeclaration]? {
    guard let mapping = MappingReader(node, what, diagnostics) else { return nil }
    return mapping.entries.compactMap { entry in
      Name(declaring: entry.key, "a field", diagnostics).flatMap {
        FieldDeclaration($0, entry.value, diagnostics)
      }
    }
  }

  /// Reads `TYPE`, `TYPE = DEFAULT`, or the long form.
  private init?(_ name: Name, _ node: Node, _ diagnostics: DiagnosticCollector) {
    self.name = name
    switch node.content {
    case .scalar(let scalar):
      var parser = TypeParser(scalar)
      do throws(TypeParser.Failure) {
        let (type, defaultStart) = try parser.parseField()
        self.type = type
        if let defaultStart {
          guard let node = Node(parsing: scalar, from: defaultStart, diagnostics) else {
            return nil
          }
          self.default = node
        }
      } catch {
        diagnostics.report(.notAType(expected: error.expected, at: error.range))
        return nil
      }
    case .mapping:
      guard var mapping = MappingReader(node, "a field", diagnostics, named: name.range),
        let type = mapping.require("type")
      else { return nil }
      self.default = mapping.value("default")
      _ = mapping.text("description")
      mapping.finish()
      guard let type = TypeSyntax(type, diagnostics) else { return nil }
      self.type = type
    case .sequence:
      diagnostics.report(.wrongKind(node, "a field's type"))
      return nil
    }
  }
}

extension TypeSyntax {
  fileprivate init?(_ node: Node, _ diagnostics: DiagnosticCollector) {
    guard case .scalar(let scalar) = node.content else {
      diagnostics.report(.wrongKind(node, "a type"))
      return nil
    }
    var parser = TypeParser(scalar)
    do throws(TypeParser.Failure) {
      self = try parser.parseWhole()
    } catch {
      diagnostics.report(.notAType(expected: error.expected, at: error.range))
      return nil
    }
  }
}

extension Node {
  /// The value that the rest of a scalar writes: a default after `=`.
  fileprivate init?(parsing scalar: Scalar, from start: Int, _ diagnostics: DiagnosticCollector) {
    let end = scalar.text.utf8.count
    let range = scalar.range(of: start..<end)
    let rest = Source(name: range.source.name, text: String(scalar.text.utf8Slice(start..<end)))
    switch (try? YAML.parse(rest))?.content {
    case .scalar(let parsed) where start < end:
      self.init(
        content: .scalar(Scalar(text: parsed.text, style: parsed.style, range: range)),
        range: range)
    case .sequence(let nodes) where nodes.isEmpty:
      self.init(content: .sequence([]), range: range)
    case .mapping(let entries) where entries.isEmpty:
      self.init(content: .mapping([]), range: range)
    default:
      diagnostics.report(.notADefault(at: range))
      return nil
    }
  }
}
