import SuasSpec
import YAML

extension ScenarioFile {
  /// Reads a tree as a scenario file.
  ///
  /// - Throws: what keeps its scenarios from being found.
  init(decoding tree: Node) throws(Diagnostics) {
    let findings = Findings()
    if case .spec = DocumentKind(tree), let key = tree.mapping?.first?.key {
      findings.report(.wrongDocument(.spec, insteadOf: .scenario, at: key.range))
    }
    try findings.throwErrors()
    let file = ScenarioFile(tree, findings)
    try findings.throwErrors()
    guard let file else { throw Diagnostics() }
    self = file
  }

  /// The keys that stand at the file only.
  static let ownKeys = ["spec", "include"]

  private init?(_ tree: Node, _ findings: Findings) {
    var file = MappingReader(tree, as: "a scenario file", into: findings)
    guard file.isMapping else { return nil }
    source = tree.range.source
    guard !file.reportMisspelt(["spec"]) else { return nil }
    let spec = file.require("spec")
    specs = spec.map { $0.scalars("a spec's path", findings) } ?? []
    if let spec, specs.isEmpty, !findings.hasErrors {
      findings.report(.missingKey("spec", of: "a scenario file", at: spec.range))
    }
    includes = file.value("include").map { $0.scalars("an included file's path", findings) } ?? []
    let several = file.entry("scenarios")
    if let single = file.entry("scenario") {
      if let several {
        findings.report(
          .conflictingKeys(
            "scenarios", "scenario", at: several.key.range, other: single.key.range))
      }
      scenarios = [ScenarioTree("scenario", tree)]
      return
    }
    guard let several else {
      guard !file.reportMisspelt(["scenario", "scenarios"]) else { return nil }
      _ = file.require("scenario", help: "say what it shows: 'scenario: an item is added'")
      return nil
    }
    guard case .sequence(let nodes) = several.value.content else {
      findings.report(
        .notAList(several.value, "the scenarios", help: "begin each of them with '- name: '"))
      return nil
    }
    shared = tree
    scenarios = nodes.map { ScenarioTree("name", $0) }
  }
}

extension ScenarioTree {
  fileprivate init(_ nameKey: String, _ node: Node) {
    self.nameKey = nameKey
    self.node = node
    examples = node.mapping?.first { $0.key.text == "examples" }?.value
  }
}

extension Node {
  /// The steps of a list of them.
  func steps(_ what: String, _ findings: Findings) -> [Node] {
    if case .sequence(let nodes) = content { return nodes }
    findings.report(.notAList(self, what, help: "begin each step with '- '"))
    return []
  }
}
