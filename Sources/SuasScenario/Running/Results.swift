import Suas
import YAML

/// What the run of one scenario file came to.
public struct FileResult: Sendable {
  /// The file as the user named it.
  public let name: String
  public internal(set) var scenarios: [ScenarioResult]
  /// Golden files that were written, by path.
  public internal(set) var writtenGoldens: [String]
  /// What kept golden files from being read or written.
  public internal(set) var problems: [Diagnostic]
}

/// What the run of one scenario came to.
public struct ScenarioResult: Sendable {
  public let name: String
  public let tags: [String]
  /// Where the scenario's name stands.
  public let place: SourceRange
  /// What was not as expected, in the order of the steps.
  public internal(set) var failures: [Failure]

  public var passed: Bool { failures.isEmpty }
}

/// Something that was not as a scenario expects it.
public struct Failure: Sendable {
  /// Where the expectation, or the step, stands.
  public let place: SourceRange
  public let message: String
  public let differences: [Difference]
  /// The rule that refused the action, if that is what went wrong.
  public let rule: ActionError.Place?

  init(
    _ message: String, at place: SourceRange, differences: [Difference] = [],
    rule: ActionError.Place? = nil
  ) {
    self.place = place
    self.message = message
    self.differences = differences
    self.rule = rule
  }
}
