import CEL
import SuasSpec
import YAML

/// A scenario file that is ready to run on its spec.
public struct CheckedScenarioFile: Sendable {
  public let source: Source
  let spec: CompiledSpec
  var store: StoreShape { spec.store }
  /// The folder that the user names to read files below, if any.
  var chosenRoot: String?
  var goldens: GoldenFolder { GoldenFolder(of: source.name, chosen: chosenRoot) }
  /// The files of fragments that it includes.
  private let fragments: [Source]
  public private(set) var scenarios: [CheckedScenario]
  /// The places that the scenarios have among all that are written in the file.
  private var places: [Int]
  private let count: Int

  /// The file itself, those of its spec, and those that it includes.
  var sources: [Source] { [source] + spec.checked.coverage.sources + fragments }

  /// Whether none of the file's scenarios was left out.
  var isWhole: Bool { places.count == count }

  init(source: Source, spec: CompiledSpec, fragments: [Source], scenarios: [CheckedScenario]) {
    self.source = source
    self.spec = spec
    self.fragments = fragments
    self.scenarios = scenarios
    places = Array(scenarios.indices)
    count = scenarios.count
  }

  /// The file with some of its scenarios, by their indices, in an order of their own.
  func keeping(_ kept: [Int]) -> CheckedScenarioFile {
    var file = self
    file.scenarios = kept.map { scenarios[$0] }
    file.places = kept.map { places[$0] }
    return file
  }

  /// The whole file, read anew, with the scenarios that were kept of it before.
  public func keepingSame(as old: CheckedScenarioFile) -> CheckedScenarioFile {
    keeping(old.places.filter { $0 < count })
  }
}

/// One scenario, for one of its rows where it has some.
public struct CheckedScenario: Sendable {
  public let name: String
  public let tags: [String]
  /// Where the name stands.
  let place: SourceRange
  /// The whole of the scenario.
  let extent: SourceRange
  /// The row that the scenario is run for; nil where it has none.
  let row: SourceRange?
  /// Why the scenario is not run.
  let skip: String?
  let xfail: ExpectedFailure?
  /// Whether a change that no expectation names fails.
  let isExhaustive: Bool
  /// Where the virtual clock starts.
  let clock: Timestamp
  let seed: Int64
  /// The sub-states that the scenario begins with, in the order of the spec's reducers.
  let initial: [Record]
  let steps: [CheckedStep]
}

/// Why a scenario is to fail, and where that is said.
struct ExpectedFailure: Sendable {
  let reason: String
  let place: SourceRange
}

struct CheckedStep: Sendable {
  /// One reference long, as steps are handed about.
  indirect enum Act: Sendable {
    case dispatch(SpecAction, times: Int)
    case golden(name: String, GoldenSubject)
    case respond(effect: String, which: Int, EffectAnswer)
    case cancel(effect: String)
    case advance(CEL.Duration)
    /// By the listener's place.
    case listen(Int)
    case unlisten(Int)
    case reset
    case note(String)
  }

  let place: SourceRange
  let act: Act?
  let expectations: [CheckedExpectation]
  /// Whether this step, or one after it that speaks of it, expects its error.
  var expectsError: Bool
  /// The names that `${…}` knows in the step.
  var names: Set<String> = []
}

struct CheckedExpectation: Sendable {
  enum Kind: Sendable {
    /// By the state key's place among the reducers.
    case state([(key: Int, pattern: Pattern)])
    case changes([(path: Path, pattern: Pattern)])
    case handled(Bool)
    case error(code: String, message: Pattern?)
    case that([Condition])
    case notified([Mention])
    case actions([Mention])
    case effects([Mention])
    /// By the selector's place; nothing where nothing is to be selected.
    case selected([(selector: Int, pattern: Pattern)])
  }

  let kind: Kind
  let place: SourceRange
}

/// Something named in a list, and what is expected of its value.
struct Mention: Sendable {
  let name: String
  /// Nil where any value will do.
  let pattern: Pattern?
  let range: SourceRange
}

extension CheckedStep {
  /// What the step is called where it is listed: its key.
  var kind: String {
    switch act {
    case .dispatch: "dispatch"
    case .golden: "golden"
    case .respond: "respond"
    case .cancel: "cancel"
    case .advance: "advance"
    case .listen: "listen"
    case .unlisten: "unlisten"
    case .reset: "reset"
    case .note: "note"
    case nil: "expect"
    }
  }

  var acts: Bool {
    switch act {
    case .dispatch, .reset, .respond, .cancel, .advance, .listen, .unlisten: true
    case .golden, .note, nil: false
    }
  }
}
