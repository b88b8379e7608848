import YAML

/// A scenario file as its author wrote it.
///
/// Scenarios are trees still: what their `${…}` stand for is known row by row.
struct ScenarioFile: Sendable {
  var source: Source
  /// The paths of the spec files, as written.
  var specs: [Scalar]
  /// The paths of the files with fragments, as written.
  var includes: [Scalar]
  /// The file's own mapping, where what stands in it holds for each of several scenarios.
  var shared: Node?
  var scenarios: [ScenarioTree]
}

/// One scenario's mapping: the file's own, or an item of `scenarios`.
struct ScenarioTree: Sendable {
  /// The key that the scenario's name stands under.
  var nameKey: String
  var node: Node
  /// The list of rows; nil for a scenario that runs once.
  var examples: Node?
}
