import CEL
import SuasSpec
import YAML

extension Settings {
  init(_ mapping: inout MappingReader) {
    let findings = mapping.findings
    tags = mapping.value("tags")?.scalars("a tag", findings).map(\.text) ?? []
    given = mapping.value("given").map { [$0] } ?? []
    before = mapping.value("before")?.steps("the steps before", findings) ?? []
    if let node = mapping.value("clock"), let scalar = node.scalar("the clock", findings) {
      clock = Timestamp(scalar.text)
      if clock == nil { findings.report(.notAClock(scalar)) }
    }
    seed = mapping.integer("seed")
  }

  /// These settings with those of a scenario laid over them.
  func overlaid(by own: Settings) -> Settings {
    Settings(
      tags: tags + own.tags, given: given + own.given, before: before + own.before,
      clock: own.clock ?? clock, seed: own.seed ?? seed)
  }
}

/// The keys of one scenario, its steps still a tree.
struct ScenarioHeader {
  var name: Scalar
  var settings: Settings
  var skip: String?
  var xfail: Scalar?
  var isExhaustive: Bool
  var steps: [Node]

  init?(_ scenario: ScenarioTree, _ node: Node, _ findings: Findings) {
    let isFile = scenario.nameKey == "scenario"
    var mapping = MappingReader(
      node, as: isFile ? "a scenario file" : "a scenario", into: findings)
    guard mapping.isMapping else { return nil }
    let name = mapping.require(scenario.nameKey)?.scalar("a scenario's name", findings)
    if isFile {
      for key in ScenarioFile.ownKeys { _ = mapping.entry(key) }
    }
    _ = mapping.text("description")
    _ = mapping.entry("examples")
    settings = Settings(&mapping)
    skip = mapping.value("skip")?.scalar("the reason for 'skip'", findings)?.text
    xfail = mapping.value("xfail")?.scalar("the reason for 'xfail'", findings)
    isExhaustive = mapping.flag("exhaustive") ?? false
    steps = mapping.require("steps")?.steps("the steps", findings) ?? []
    mapping.finish()
    guard let name else { return nil }
    self.name = name
  }
}
