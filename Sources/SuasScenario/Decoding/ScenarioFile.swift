import YAML

/// A scenario file as its author wrote it.
///
/// Scenarios are still trees, as the values of their `${…}` differ from row to row.
struct ScenarioFile: Sendable {
  var source: Source
  /// The paths of the spec files, as written.
  var specs: [Scalar]
  /// The paths of the files with fragments, as written.
  var includes: [Scalar]
  /// The file's own mapping, if its keys apply to each of several scenarios.
  var shared: Node?
  var scenarios: [ScenarioTree]
}

/// One scenario's mapping: the file's own, or an item of `scenarios`.
struct ScenarioTree: Sendable {
  /// The key of the scenario's name.
  var nameKey: String
  var node: Node
  /// The list of rows; nil for a scenario that runs once.
  var examples: Node?
}
