import CEL
import SuasSpec
import YAML

extension Settings {
  static let keys: [KeyForm<ScenarioValueKind>] = [
    .optional("description", .prose, "A text for people."),
    .optional("tags", .texts, "Names for groups of scenarios."),
    .optional("given", .given, "What is laid over the initial state, by state key."),
    .optional(
      "saved", .textOr(FoundDeclaration.forms), "What the app finds when it starts."),
    .optional("before", .steps, "Steps that are run first."),
    .optional(
      "clock", .text, "Where the virtual clock starts; 2000-01-01T00:00:00Z without it."),
    .optional("seed", .integer, "What UUIDs are made of; 0 without it."),
    .optional("exhaustive", .flag, "Whether a change that no expectation names is a failure."),
  ]

  init(_ mapping: inout MappingReader) {
    let sink = mapping.sink
    tags = mapping.value("tags")?.scalars("a tag", sink).map(\.text) ?? []
    given = mapping.value("given").map { [$0] } ?? []
    found = mapping.entry("saved").flatMap { FoundDeclaration($0, sink) }
    before = mapping.value("before")?.steps("the steps before", sink) ?? []
    if let node = mapping.value("clock"), let scalar = node.scalar("the clock", sink) {
      clock = Timestamp(scalar.text)
      if clock == nil { sink.report(.notAClock(scalar)) }
    }
    seed = mapping.integer("seed")
    isExhaustive = mapping.flag("exhaustive")
  }

  /// Returns these settings overlaid with those of a scenario.
  func overlaid(by own: Settings) -> Settings {
    Settings(
      tags: tags + own.tags, given: given + own.given, before: before + own.before,
      found: own.found ?? found, clock: own.clock ?? clock, seed: own.seed ?? seed,
      isExhaustive: own.isExhaustive ?? isExhaustive)
  }
}

/// The keys of one scenario; its steps are still trees.
struct ScenarioHeader {
  var name: Scalar
  var settings: Settings
  var skip: String?
  var xfail: Scalar?
  var steps: [Node]

  /// The keys besides those of the settings and the name.
  static let keys: [KeyForm<ScenarioValueKind>] = [
    .optional(
      "examples", .examples,
      "Rows; the scenario is run for each, `${column}` stands for its value."),
    .optional("skip", .message, "Why the scenario is not run."),
    .optional("xfail", .message, "Why the scenario is known to fail."),
    .required("steps", .steps, "What is done, and what must hold."),
  ]

  /// The form of an item of `scenarios`.
  static let form = ScenarioForm(
    "a scenario", [.required("name", .message, "The scenario's name.")] + Settings.keys + keys)

  init?(_ scenario: ScenarioTree, _ node: Node, _ sink: DiagnosticSink) {
    let isFile = scenario.nameKey == "scenario"
    var mapping = MappingReader(
      node, isFile ? ScenarioFile.singleForm : Self.form, into: sink)
    guard mapping.isMapping else { return nil }
    let name = mapping.require(scenario.nameKey)?.scalar("a scenario's name", sink)
    if isFile {
      for key in ScenarioFile.ownKeys.map(\.name) { _ = mapping.entry(key) }
    }
    _ = mapping.text("description")
    _ = mapping.entry("examples")
    settings = Settings(&mapping)
    skip = Self.reason("skip", in: &mapping)?.text
    xfail = Self.reason("xfail", in: &mapping)
    steps = mapping.require("steps")?.steps("the steps", sink) ?? []
    mapping.finish { entry in
      entry.key.text == "scenario" ? "in a list the name of a scenario stands under 'name'" : nil
    }
    guard let name else { return nil }
    self.name = name
  }

  /// Reads the reason under a key; `true` and `false`, as other tools have them there, are none.
  private static func reason(_ key: String, in mapping: inout MappingReader) -> Scalar? {
    guard let reason = mapping.value(key)?.scalar("the reason for '\(key)'", mapping.sink) else {
      return nil
    }
    switch reason.resolved {
    case .bool, .null: break
    case _ where reason.text.isEmpty: break
    default: return reason
    }
    mapping.sink.report(.noReason(reason, under: key))
    return nil
  }
}
