import SuasSpec
import YAML

extension ScenarioFile {
  /// Reads a tree as a scenario file.
  ///
  /// - Throws: the errors that prevent finding its scenarios.
  init(decoding tree: Node) throws(Diagnostics) {
    let sink = DiagnosticSink()
    if case .spec = DocumentKind(tree), let key = tree.mapping?.first?.key {
      sink.report(.wrongDocument(.spec, insteadOf: .scenario, at: key.range))
    }
    try sink.throwErrors()
    let file = ScenarioFile(tree, sink)
    try sink.throwErrors()
    guard let file else { throw Diagnostics() }
    self = file
  }

  /// Reads those parts of a tree that belong to a scenario file; nil if its scenarios cannot be
  /// found.
  init?(decoding tree: Node, into sink: DiagnosticSink) { self.init(tree, sink) }

  /// The keys that are allowed at the top level of a file only.
  static let ownKeys: [KeyForm<ScenarioValueKind>] = [
    .required("spec", .paths, "The spec's file, or several that are joined."),
    .optional("include", .paths, "Files with fragments of steps."),
  ]

  /// The form of a file that is one scenario.
  static let singleForm = ScenarioForm(
    "a scenario file",
    ownKeys + [.required("scenario", .message, "The scenario's name.")] + Settings.keys
      + ScenarioHeader.keys)

  /// The form of a file with a list of scenarios.
  static let severalForm = ScenarioForm(
    "a scenario file",
    ownKeys + Settings.keys + [.required("scenarios", .scenarios, "The scenarios.")])

  static let form = ScenarioForm("a scenario file", oneOf: [singleForm, severalForm])

  private init?(_ tree: Node, _ sink: DiagnosticSink) {
    var file = MappingReader(tree, Self.form, into: sink)
    guard file.isMapping else { return nil }
    source = tree.range.source
    guard !file.reportMisspelt(["spec"]) else { return nil }
    let spec = file.require("spec")
    specs = spec.map { $0.scalars("a spec's path", sink) } ?? []
    if let spec, specs.isEmpty, !sink.hasErrors {
      sink.report(.missingKey("spec", of: "a scenario file", at: spec.range))
    }
    includes = file.value("include").map { $0.scalars("an included file's path", sink) } ?? []
    let several = file.entry("scenarios")
    if let single = file.entry("scenario") {
      if let several {
        sink.report(
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
      sink.report(
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
  /// Returns the items of a list of steps; reports a node that is not a list.
  func steps(_ what: String, _ sink: DiagnosticSink) -> [Node] {
    if case .sequence(let nodes) = content { return nodes }
    sink.report(.notAList(self, what, help: "begin each step with '- '"))
    return []
  }
}
