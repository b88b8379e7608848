public import Suas
import SuasSpec
public import YAML

/// The result of a run: files, their scenarios, and the steps of those.
public struct RunResult: Sendable {
  public package(set) var files: [FileResult] = []
  /// The part of the scenarios that was run; nil if they are not divided.
  package var shard: Shard?
  /// The files that could not be run.
  public var unsound: [UnsoundFile] = []
  /// The number of scenarios that were not run because the run was ended.
  public package(set) var notRun = 0
  /// The duration of the run; nil if times are not kept.
  public package(set) var duration: Duration?

  public init() {}

  public var passed: Bool { files.allSatisfy(\.passed) && unsound.isEmpty && notRun == 0 }

  /// The session logs of the scenarios, one after the other.
  package var sessions: [UInt8] { files.flatMap(\.scenarios).flatMap(\.session) }
}

/// The result of running one scenario file.
public struct FileResult: Sendable {
  /// The file as the user named it.
  public let name: String
  /// The number of the file among those of the run, from 1.
  package var number: Int
  /// The folder below which files are read, if the user names one.
  var chosenRoot = ChosenRoot()
  public package(set) var scenarios: [ScenarioResult] = []
  /// Golden files that were written, by path.
  public package(set) var writtenGoldens: [String] = []
  /// Golden files that no step names, by path.
  public package(set) var strayGoldens: [String] = []
  /// Golden files that were removed because no step names them, by path.
  public package(set) var prunedGoldens: [String] = []
  /// The errors of reading, writing or removing golden files.
  public package(set) var problems: [Diagnostic] = []

  /// True if nothing failed.
  public var passed: Bool { scenarios.allSatisfy { !$0.failed } && strayGoldens.isEmpty }
}

/// The result of running one scenario.
public struct ScenarioResult: Sendable {
  public let name: String
  /// The number of the scenario among all of its file, from 1.
  package let number: Int
  public let tags: [String]
  /// The range of the scenario's name.
  public let place: SourceRange
  /// The reason for not running the scenario; nil if it was run.
  public package(set) var skip: String?
  /// The reason for the scenario's expected failure; nil if it did not fail or was not expected to.
  public package(set) var xfail: String?
  /// The notes and failures, in the order of the steps.
  public package(set) var remarks: [Remark] = []
  /// The steps that were run, if the runner records them.
  public package(set) var steps: [StepResult] = []
  /// The actual values for the expectations, if the runner records them.
  var judgments: [Judgment] = []
  /// The golden files that differ or are missing, if the runner records them.
  var goldenChanges: [GoldenChange] = []
  /// The session log, if the runner records it.
  package internal(set) var session: [UInt8] = []
  /// The scenario's coverage of its spec, if the runner records it.
  package internal(set) var coverage: Coverage?
  /// The duration of the scenario; nil if times are not kept.
  public package(set) var duration: Duration?

  /// The paths of the golden files that differ or are missing, if the runner records judgments and
  /// nothing else fails; nil otherwise.
  package var failingGoldens: [String]? {
    guard failed, goldenChanges.count == failures.count else { return nil }
    return goldenChanges.map(\.path)
  }

  /// The failed expectations and steps.
  public var failures: [Failure] {
    remarks.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }

  public var passed: Bool { skip == nil && !failed }
  public var failed: Bool {
    xfail == nil && remarks.contains { if case .failure = $0 { true } else { false } }
  }
}

/// A note or failure of a scenario.
public enum Remark: Sendable {
  case note(String)
  case failure(Failure)
}

/// A failed expectation or step of a scenario.
public struct Failure: Sendable {
  /// The range of the expectation or step.
  public let place: SourceRange
  public let message: String
  public let differences: Differences
  /// The rule that refused the action.
  public let rule: ActionError.Place?
  /// The parts of a condition that does not hold.
  package let parts: [ConditionReading.Part]
  /// The step that last wrote the first of the differences.
  public let writer: SourceRange?
  /// The number of the step at fault, from 1; nil if there is none.
  public internal(set) var step: Int?
  /// The texts of a golden file that differs, if the runner records them.
  package var golden: GoldenTexts?

  package init(
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
