import CEL
import SuasSpec
import YAML

/// A scenario file that is ready to run on its spec.
public struct CheckedScenarioFile: Sendable {
  public let source: Source
  package let spec: CompiledSpec
  var store: StoreShape { spec.store }
  /// The folder below which files are read, if the user names one.
  var chosenRoot = ChosenRoot()
  /// The fragment files that the file includes.
  private let fragments: [Source]
  public private(set) var scenarios: [CheckedScenario]
  /// The number of the file among those of a run, from 1.
  var number = 1
  /// The index of each scenario among all that the file declares.
  private var places: [Int]
  private let count: Int

  /// The file itself, those of its spec, and those that it includes.
  var sources: [Source] { [source] + spec.checked.coverage.sources + fragments }

  /// The golden names of the whole file, if this is its first shard; nil for other shards.
  private var goldenNamesOfShards: Set<String>?

  /// True if none of the file's scenarios was left out.
  private var isWhole: Bool { places.count == count }

  /// True if the golden files that no step names are judged: if the whole file is run, or if this
  /// is the first of its shards.
  var judgesGoldens: Bool { isWhole || goldenNamesOfShards != nil }

  init(source: Source, spec: CompiledSpec, fragments: [Source], scenarios: [CheckedScenario]) {
    self.source = source
    self.spec = spec
    self.fragments = fragments
    self.scenarios = scenarios
    for index in scenarios.indices { self.scenarios[index].number = index + 1 }
    places = Array(scenarios.indices)
    count = scenarios.count
  }

  /// Returns the file with only the scenarios at the indices `kept`, in that order.
  func keeping(_ kept: [Int]) -> CheckedScenarioFile {
    var file = self
    file.scenarios = kept.map { scenarios[$0] }
    file.places = kept.map { places[$0] }
    return file
  }

  /// Returns the shard of the file with the scenarios at the indices `kept`.
  ///
  /// - Parameter isFirst: True if no other shard with some of these scenarios comes before it.
  func shard(keeping kept: [Int], isFirst: Bool) -> CheckedScenarioFile {
    var file = keeping(kept)
    if isWhole, isFirst { file.goldenNamesOfShards = goldenNames }
    return file
  }

  /// The names of the golden files in the steps, with those of all shards.
  var goldenNames: Set<String> {
    goldenNamesOfShards ?? scenarios.reduce(into: []) { $0.formUnion($1.goldenNames) }
  }

  /// Returns this file, read anew, with only the scenarios that `old` had kept.
  public func keepingSame(as old: CheckedScenarioFile) -> CheckedScenarioFile {
    keeping(old.places.filter { $0 < count })
  }
}

/// A scenario, for one row of its examples if it has any.
public struct CheckedScenario: Sendable {
  public let name: String
  /// The number of the scenario among all of its file, from 1.
  var number = 1
  public let tags: [String]
  /// The range of the name.
  let place: SourceRange
  /// The range of the whole scenario.
  let extent: SourceRange
  /// The row for which the scenario is run; nil if it has no examples.
  let row: SourceRange?
  /// The reason for skipping the scenario; nil if it is run.
  let skip: String?
  let xfail: ExpectedFailure?
  /// True if a change that no expectation names is a failure.
  let isExhaustive: Bool
  /// The time at which the virtual clock starts.
  let clock: Timestamp
  let seed: Int64
  /// The initial sub-states of the scenario, in the order of the spec's reducers.
  let initial: [Record]
  /// The saved text or state that the app finds when it starts; nil to begin with ``initial``.
  let found: FoundState?
  let steps: [CheckedStep]
}

/// The reason why a scenario is expected to fail, and the range of that reason in the file.
struct ExpectedFailure: Sendable {
  let reason: String
  let place: SourceRange
}

package struct CheckedStep: Sendable {
  /// Indirect, so that a value is one reference in size: steps are copied often.
  package indirect enum Act: Sendable {
    case dispatch(SpecAction, times: Int)
    case golden(name: String, GoldenSubject)
    case respond(effect: String, which: Int, EffectAnswer)
    case cancel(effect: String)
    case advance(CEL.Duration)
    /// By the listener's index.
    case listen(Int)
    case unlisten(Int)
    case reset
    /// Finds what was saved, unless it is given.
    case restart(FoundState?)
    case note(String)
  }

  let place: SourceRange
  let act: Act?
  let expectations: [CheckedExpectation]
  /// True if this step, or a later one that does not act, expects the error of this step.
  var expectsError: Bool
  /// The names that are in scope in the step's `${…}`.
  var names: Set<String> = []
}

struct CheckedExpectation: Sendable {
  enum Kind: Sendable {
    /// By the index of the state key's reducer.
    case state([(key: Int, pattern: Pattern)])
    case changes([(path: Path, pattern: Pattern)])
    case handled(Bool)
    /// Any error, if there is no code.
    case error(code: String?, message: Pattern?)
    case that([Condition])
    case notified([NamedExpectation])
    case actions([NamedExpectation])
    case effects([NamedExpectation])
    /// The values are the parts of requests.
    case requests([NamedExpectation])
    /// By the selector's index; the pattern may be `$absent`, for a selector without a value.
    case selected([(selector: Int, pattern: Pattern)])
    case restored(version: Pattern?, lost: Pattern?)
    /// By the index of the sub-state among those that are saved.
    case saved([(key: Int, pattern: Pattern)])
  }

  let kind: Kind
  let place: SourceRange
}

/// A name in a list, and the expectation for its value.
struct NamedExpectation: Sendable {
  let name: String
  /// Nil if any value will do.
  let pattern: Pattern?
  let range: SourceRange
}

extension CheckedScenario {
  /// The number of its steps.
  package var stepCount: Int { steps.count }
}

extension CheckedStep {
  /// The name of the step's kind in lists: its key.
  var kind: String { act?.keyword.rawValue ?? "expect" }

  var acts: Bool { act?.keyword.acts ?? false }
}

extension CheckedStep.Act {
  var keyword: StepKeyword {
    switch self {
    case .dispatch: .dispatch
    case .golden: .golden
    case .respond: .respond
    case .cancel: .cancel
    case .advance: .advance
    case .listen: .listen
    case .unlisten: .unlisten
    case .reset: .reset
    case .restart: .restart
    case .note: .note
    }
  }
}
