import CEL
import SuasSpec
import YAML

/// Runs scenarios.
public struct Runner: Sendable {
  /// What results tell of the steps that were run.
  public enum Recording: Int, Comparable, Sendable {
    /// Only what there is to be told of the scenario.
    case outcome
    /// Which steps there were.
    case steps
    /// What each of them did, too, with the state before and after.
    case states

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether golden files that are missing or different are written.
  let updatesGoldens: Bool
  /// Whether golden files that no step names are removed.
  let prunesGoldens: Bool
  let recording: Recording
  /// Whether results tell what of the spec was seen.
  let covers: Bool
  /// Whether results tell what rules, guards and listeners did.
  let explains: Bool
  /// Whether results tell how long everything took.
  let keepsTime: Bool
  /// Whether nothing is run after the first failure.
  let stopsAtFailure: Bool
  /// How effects are performed; nil where scenarios answer them.
  let live: LiveSettings?
  /// Whether results tell what there was where something was expected.
  public var recordsJudgments = false

  public init(
    updatesGoldens: Bool = false, prunesGoldens: Bool = false, recording: Recording = .outcome,
    covers: Bool = false, explains: Bool = false, keepsTime: Bool = false,
    stopsAtFailure: Bool = false, live: LiveSettings? = nil
  ) {
    self.updatesGoldens = updatesGoldens
    self.prunesGoldens = prunesGoldens
    self.recording = recording
    self.covers = covers
    self.explains = explains
    self.keepsTime = keepsTime
    self.stopsAtFailure = stopsAtFailure
    self.live = live
  }

  /// Runs the scenarios of a file, one after the other.
  public func run(_ file: CheckedScenarioFile) -> FileResult {
    run([file]).files.first ?? FileResult(of: file)
  }

  /// Runs the scenarios of some files, several at a time, and tells of them in their order.
  ///
  /// What is told and what comes of it is the same for any number of jobs. Goldens are written, and
  /// effects performed for real, by one scenario after the other.
  ///
  /// - Parameters:
  ///   - jobs: How many scenarios are run at a time at the most.
  ///   - isInterrupted: Whether the run is to end; what was run until then is the result. It is asked
  ///     on every thread that runs scenarios.
  ///   - observe: Is told what happens, on the thread that calls.
  public func run(
    _ files: [CheckedScenarioFile], jobs: Int = 1,
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    observe: (RunEvent) -> Void = { _ in }
  ) -> RunResult {
    let start = ContinuousClock.now
    let scenarios = files.flatMap { file in
      let goldens = file.goldens
      return file.scenarios.map { (scenario: $0, file: file, goldens: goldens) }
    }
    let isSequential = updatesGoldens || live != nil
    let work = OrderedWork(count: scenarios.count, jobs: isSequential ? 1 : jobs) { index in
      let (scenario, file, goldens) = scenarios[index]
      return self.run(scenario, of: file, goldens, isInterrupted: isInterrupted)
    }
    defer { work.end() }

    var run = RunResult()
    var position = 0
    var goesOn = true
    for file in files where goesOn {
      var result = FileResult(of: file)
      observe(.began(file: result.name))
      for _ in file.scenarios where goesOn {
        let output =
          isInterrupted()
          ? nil
          : work.take(position) {
            observe(.waiting)
            return !isInterrupted()
          }
        // What was under way was not run to its end.
        guard let output, !isInterrupted() else {
          goesOn = false
          break
        }
        position += 1
        result.add(output)
        observe(.scenario(output.result))
        goesOn = !(stopsAtFailure && output.result.failed)
      }
      if goesOn, file.isWhole { judgeStrayGoldens(of: file, &result) }
      if stopsAtFailure, !result.passed { goesOn = false }
      observe(.ended(result))
      run.files.append(result)
    }
    run.notRun = scenarios.count - position
    if keepsTime { run.duration = ContinuousClock.now - start }
    return run
  }

  /// What comes of one scenario.
  struct Output: Sendable {
    var result: ScenarioResult
    var writtenGoldens: [String] = []
    var problems: [Diagnostic] = []
  }

  func run(
    _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ goldens: GoldenFolder,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> Output {
    if let reason = scenario.skip {
      return Output(result: ScenarioResult(scenario, skip: reason))
    }
    let start = keepsTime ? ContinuousClock.now : nil
    var run = ScenarioRun(scenario, of: file, goldens, self, isInterrupted: isInterrupted)
    run.run()
    run.result.duration = start.map { ContinuousClock.now - $0 }
    return Output(
      result: run.result, writtenGoldens: run.writtenGoldens, problems: run.problems)
  }

  /// Finds the golden files that no step names, skipped scenarios included.
  private func judgeStrayGoldens(of file: CheckedScenarioFile, _ result: inout FileResult) {
    let goldens = file.goldens
    for name in goldens.names(besides: file.goldenNames) {
      let path = goldens.path(of: name)
      guard prunesGoldens else {
        result.strayGoldens.append(path)
        continue
      }
      do throws(FileError) {
        try goldens.remove(name)
        result.prunedGoldens.append(path)
      } catch {
        result.strayGoldens.append(path)
        result.problems.append(.golden(path, error))
      }
    }
  }
}

extension Runner {
  /// Who looks on at a scenario; nil where nobody asks for it.
  func probe(of spec: CompiledSpec) -> Probe? {
    guard covers || explains else { return nil }
    let table = spec.checked.coverage
    return Probe(
      on: table, coverage: covers ? CoverageRecorder(table) : nil,
      trace: explains ? TraceRecorder() : nil)
  }
}

extension CheckedScenarioFile {
  /// The golden files that some step names.
  var goldenNames: Set<String> {
    var names: Set<String> = []
    for scenario in scenarios {
      for case .golden(let name, _)? in scenario.steps.lazy.map(\.act) { names.insert(name) }
    }
    return names
  }
}

extension FileResult {
  init(of file: CheckedScenarioFile) {
    name = file.source.name
    chosenRoot = file.chosenRoot
  }

  mutating func add(_ output: Runner.Output) {
    scenarios.append(output.result)
    writtenGoldens += output.writtenGoldens
    problems += output.problems
  }
}

extension ScenarioResult {
  init(_ scenario: CheckedScenario, skip: String? = nil) {
    name = scenario.name
    tags = scenario.tags
    place = scenario.place
    self.skip = skip
  }
}
