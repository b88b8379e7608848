import SuasSpec
import YAML

extension ScenarioFile {
  /// Reads a tree as a scenario file.
  ///
  /// - Throws: every key and kind of thing that a scenario file does not have.
  init(decoding tree: Node) throws(Diagnostics) {
    let findings = Findings()
    if case .spec = DocumentKind(tree), case .mapping(let entries) = tree.content,
      let key = entries.first?.key
    {
      findings.report(.wrongDocument(.spec, insteadOf: .scenario, at: key.range))
    }
    try findings.throwErrors()
    let file = ScenarioFile(tree, findings)
    try findings.throwErrors()
    guard let file else { throw Diagnostics([]) }
    self = file
  }

  private init?(_ tree: Node, _ findings: Findings) {
    var file = MappingReader(tree, as: "a scenario file", into: findings)
    guard file.isMapping else { return nil }
    source = tree.range.source
    specs = file.require("spec").map { $0.scalars("a spec's path", findings) } ?? []
    _ = file.text("description")
    let tags = file.value("tags").map { $0.scalars("a tag", findings).map(\.text) } ?? []
    let given = file.value("given").map { [$0] } ?? []
    let single = file.entry("scenario")
    let several = file.entry("scenarios")
    if let single, let several {
      findings.report(
        .conflictingKeys(
          "scenarios", "scenario", at: several.key.range, other: single.key.range))
    }
    if let several {
      guard case .sequence(let nodes) = several.value.content else {
        findings.report(
          .notAList(several.value, "the scenarios", help: "begin each of them with '- name: '"))
        return nil
      }
      scenarios = nodes.compactMap { node in
        var mapping = MappingReader(node, as: "a scenario", into: findings)
        guard mapping.isMapping else { return nil }
        let name = mapping.require("name")
        return ScenarioDeclaration(
          name: name, &mapping, tags: tags, given: given, reads: true)
      }
    } else {
      let name = file.require("scenario")
      let scenario = ScenarioDeclaration(
        name: name, &file, tags: tags, given: given, reads: false)
      scenarios = scenario.map { [$0] } ?? []
      return
    }
    file.finish()
  }
}

extension ScenarioDeclaration {
  /// - Parameter reads: whether `tags` and `given` stand in this mapping besides the file's.
  fileprivate init?(
    name: Node?, _ mapping: inout MappingReader, tags: [String], given: [Node], reads: Bool
  ) {
    let findings = mapping.findings
    self.tags = tags
    self.given = given
    if reads {
      self.tags += mapping.value("tags")?.scalars("a tag", findings).map(\.text) ?? []
      if let own = mapping.value("given") { self.given.append(own) }
      _ = mapping.text("description")
    }
    let stepsNode = mapping.require("steps")
    mapping.finish()
    steps = []
    if let stepsNode {
      if case .sequence(let nodes) = stepsNode.content {
        steps = nodes.compactMap { StepDeclaration($0, findings) }
      } else {
        findings.report(.notAList(stepsNode, "the steps", help: "begin each step with '- '"))
      }
    }
    guard let name = name?.scalar("a scenario's name", findings) else { return nil }
    self.name = name
  }
}

extension StepDeclaration {
  init?(_ node: Node, _ findings: Findings) {
    var mapping = MappingReader(node, as: "a step", into: findings)
    guard mapping.isMapping else { return nil }
    place = mapping.entries.first?.key.range ?? node.range
    let dispatch = mapping.entry("dispatch")
    let golden = mapping.entry("golden")
    let expect = mapping.value("expect")
    if let dispatch, let golden {
      findings.report(
        .conflictingKeys("golden", "dispatch", at: golden.key.range, other: dispatch.key.range))
    }
    expectations =
      expect.map {
        ExpectationDeclaration.list(MappingReader($0, as: "'expect'", into: findings))
      } ?? []
    var isSound = true
    if let dispatch {
      let payload = mapping.value("with")
      if let name = dispatch.value.scalar("an action's name", findings) {
        act = .dispatch(name: name, payload: payload)
      } else {
        isSound = false
      }
    } else if let golden {
      if let name = golden.value.scalar("a golden's name", findings) {
        act = .golden(name: name)
      } else {
        isSound = false
      }
    }
    mapping.finish()
    if dispatch == nil, golden == nil, expect == nil, mapping.entries.isEmpty {
      findings.report(.emptyStep(at: node.range))
    }
    guard isSound else { return nil }
  }
}

extension ExpectationDeclaration {
  fileprivate static func list(_ mapping: MappingReader) -> [ExpectationDeclaration] {
    var mapping = mapping
    let findings = mapping.findings
    var expectations: [ExpectationDeclaration] = []
    func add(_ key: String, _ decode: (Node) -> Kind?) {
      guard let entry = mapping.entry(key), let kind = decode(entry.value) else { return }
      expectations.append(ExpectationDeclaration(kind: kind, place: entry.key.range))
    }
    add("state") { .state($0) }
    add("exact-state") { .exactState($0) }
    add("handled") { node in
      guard case .scalar(let scalar) = node.content, case .bool(let value) = scalar.resolved else {
        findings.report(
          .typeMismatch("'handled' is true or false, not \(node.kindName)", at: node.range))
        return nil
      }
      return .handled(value)
    }
    add("error") { Kind(error: $0, findings) }
    add("that") { node in
      let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
      return .that(nodes.compactMap { ExpressionSyntax($0, "'that'", findings) })
    }
    mapping.finish()
    return expectations.sorted { $0.place.lowerBound < $1.place.lowerBound }
  }
}

extension ExpectationDeclaration.Kind {
  /// Reads a code, or `{code, message}`.
  fileprivate init?(error node: Node, _ findings: Findings) {
    if case .scalar(let scalar) = node.content, scalar.resolved != .null {
      self = .error(code: scalar, message: nil)
      return
    }
    var mapping = MappingReader(node, as: "'error'", into: findings)
    guard mapping.isMapping else { return nil }
    let code = mapping.require("code")?.scalar("an error's code", findings)
    let message = mapping.value("message")?.scalar("an error's message", findings)
    mapping.finish()
    guard let code else { return nil }
    self = .error(code: code, message: message)
  }
}

extension Node {
  /// The scalar that the node is to be.
  func scalar(_ what: String, _ findings: Findings) -> Scalar? {
    if case .scalar(let scalar) = content, scalar.resolved != .null { return scalar }
    findings.report(.wrongKind(self, what))
    return nil
  }

  /// The scalars of a list of them, or the one that stands for a list of one.
  func scalars(_ what: String, _ findings: Findings) -> [Scalar] {
    guard case .sequence(let nodes) = content else {
      return scalar(what, findings).map { [$0] } ?? []
    }
    return nodes.compactMap { $0.scalar(what, findings) }
  }
}
