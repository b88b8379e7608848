import SuasSpec
import YAML

/// The saved state that an app finds when it starts, as written: a path to a file, a text, or
/// sub-states.
struct FoundDeclaration: Sendable {
  enum Content: Sendable {
    case path(Scalar)
    case text(Scalar)
    case state(version: Node, Node)
  }

  /// The key `saved`.
  let key: Scalar
  let content: Content

  static let form = ScenarioForm("'saved'", oneOf: forms)

  /// The forms of a mapping.
  static let forms = [
    ScenarioForm(
      "'saved'",
      [
        .required("version", .integer, "The version that saved it."),
        .required("state", .values, "The sub-states, by state key, as that version saved them."),
      ]),
    ScenarioForm("'saved'", [.required("text", .text, "The text itself, sound or not.")]),
  ]

  init?(_ entry: Node.Entry, _ sink: DiagnosticSink) {
    key = entry.key
    if let scalar = entry.value.scalar, scalar.resolved != .null {
      content = .path(scalar)
      return
    }
    var mapping = MappingReader(
      entry.value, Self.form, under: entry.key,
      help: "write { version: 1, state: { … } }, { text: … } or the path of a file", into: sink)
    guard mapping.isMapping else { return nil }
    if let text = mapping.value("text") {
      mapping.finish()
      guard let scalar = text.scalar("a saved text", sink) else { return nil }
      content = .text(scalar)
      return
    }
    let (version, state) = (mapping.require("version"), mapping.require("state"))
    mapping.finish()
    guard let version, let state else { return nil }
    content = .state(version: version, state)
  }
}

/// The parts of what a store was restored from, as they are expected.
enum RestoredExpectation {
  static let form = ScenarioForm(
    "'restored'",
    [
      .optional("version", .value, "The version that was read; 0 if nothing was there."),
      .optional("lost", .value, "The state keys that are initial, although something was saved."),
    ])
}

/// The keys beside `restart`.
enum RestartForm {
  static let form = ScenarioForm(
    "'restart'",
    [
      .optional(
        "saved", .textOr(FoundDeclaration.forms),
        "What the new store finds; without it, what the old one saved.")
    ])
}
