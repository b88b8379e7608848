public import Suas
import SuasSpec
public import YAML

/// What a run came to: files, their scenarios, what those did step by step.
public struct RunResult: Sendable {
  public internal(set) var files: [FileResult] = []
  /// The files that could not be run.
  public var unsound: [UnsoundFile] = []
  /// How many scenarios were not run because the run was ended before.
  public internal(set) var notRun = 0
  /// How long the run took; nil where times are of no interest.
  public internal(set) var duration: Duration?

  public init() {}

  public var passed: Bool { files.allSatisfy(\.passed) && unsound.isEmpty && notRun == 0 }
}

/// A file that could not be read, or is not sound.
public struct UnsoundFile: Sendable {
  /// The file as the user named it.
  public let name: String
  /// What is wrong with it, but for what has been told of another file already.
  public let diagnostics: [Diagnostic]
  /// How many more there were than anybody reads.
  public let omitted: Int
}

extension [UnsoundFile] {
  /// What is wrong with any of the files.
  public var diagnostics: Diagnostics {
    Diagnostics(flatMap(\.diagnostics), omitted: reduce(0) { $0 + $1.omitted })
  }
}

/// What the run of one scenario file came to.
public struct FileResult: Sendable {
  /// The file as the user named it.
  public let name: String
  /// The folder that the user names to read files below, if any.
  var chosenRoot: String?
  public internal(set) var scenarios: [ScenarioResult] = []
  /// Golden files that were written, by path.
  public internal(set) var writtenGoldens: [String] = []
  /// Golden files that no step names, by path.
  public internal(set) var strayGoldens: [String] = []
  /// Golden files that were removed because no step names them, by path.
  public internal(set) var prunedGoldens: [String] = []
  /// What kept golden files from being read, written or removed.
  public internal(set) var problems: [Diagnostic] = []

  /// Whether nothing failed.
  public var passed: Bool { scenarios.allSatisfy { !$0.failed } && strayGoldens.isEmpty }
}

/// What the run of one scenario came to.
public struct ScenarioResult: Sendable {
  public let name: String
  public let tags: [String]
  /// Where the scenario's name stands.
  public let place: SourceRange
  /// Why the scenario was not run; nil for one that was.
  public internal(set) var skip: String?
  /// Why the scenario fails, as it was expected to; nil for one that did not or was not.
  public internal(set) var xfail: String?
  /// What there is to be told, in the order of the steps.
  public internal(set) var remarks: [Remark] = []
  /// The steps that were run, if the runner was to record them.
  public internal(set) var steps: [StepResult] = []
  /// What there was where something was expected, where a runner records it.
  var judgments: [Judgment] = []
  /// The golden files that are not as they should be, where a runner records it.
  var goldenChanges: [GoldenChange] = []
  /// What the scenario has seen of its spec, where that is asked for.
  var coverage: Coverage?
  /// How long the scenario took; nil where times are of no interest.
  public internal(set) var duration: Duration?

  /// What was not as expected.
  public var failures: [Failure] {
    remarks.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }

  public var passed: Bool { skip == nil && !failed }
  public var failed: Bool { xfail == nil && !failures.isEmpty }
}

/// Something to be told of a scenario.
public enum Remark: Sendable {
  case note(String)
  case failure(Failure)
}

/// Something that was not as a scenario expects it.
public struct Failure: Sendable {
  /// Where the expectation, or the step, stands.
  public let place: SourceRange
  public let message: String
  public let differences: Differences
  /// The rule that refused the action.
  public let rule: ActionError.Place?
  /// The parts of a condition that does not hold.
  package let parts: [ConditionReading.Part]
  /// The step that last wrote the first of the differences.
  public let writer: SourceRange?
  /// The number of the step that is at fault, from 1; nil where none is.
  public internal(set) var step: Int?

  init(
    _ message: String, at place: SourceRange, differences: Differences = Differences(),
    parts: [ConditionReading.Part] = [], rule: ActionError.Place? = nil,
    writer: SourceRange? = nil, step: Int? = nil
  ) {
    self.place = place
    self.message = message
    self.differences = differences
    self.parts = parts
    self.rule = rule
    self.writer = writer
    self.step = step
  }
}
