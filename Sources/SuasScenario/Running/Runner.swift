import CEL
import SuasSpec
import YAML

/// Runs scenarios.
public struct Runner: Sendable {
  /// The details about steps that results contain.
  public enum Recording: Int, Comparable, Sendable {
    /// Only the outcome of the scenario.
    case outcome
    /// The steps that were run.
    case steps
    /// The steps with their outcomes, and the state before and after each.
    case states

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// True if golden files that are missing or different are written.
  let updatesGoldens: Bool
  /// True if golden files that no step names are removed.
  let prunesGoldens: Bool
  let recording: Recording
  /// True if results contain the coverage of the spec.
  let covers: Bool
  /// True if results contain traces of rules, guards and listeners.
  let explains: Bool
  /// True if results contain durations.
  let keepsTime: Bool
  /// True if nothing is run after the first failure.
  let stopsAtFailure: Bool
  /// The settings for performing effects; nil if scenarios answer them.
  let live: LiveSettings?
  var display: ValueDisplay { ValueDisplay(hidesSensitiveValues: live != nil) }
  /// The drivers of a generated program that takes each step, too; nil for none.
  public var drivers: DriverPool?
  /// True if results contain the actual values for expectations.
  public var recordsJudgments = false
  /// True if results contain the session logs of the scenarios.
  package var recordsSessions = false

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

  /// Runs the scenarios of some files, several at a time, and reports them in their order.
  ///
  /// Events and results are the same for any number of jobs. When goldens are written or effects
  /// are performed for real, scenarios run one after the other.
  ///
  /// - Parameters:
  ///   - jobs: The maximum number of scenarios that run at a time.
  ///   - isInterrupted: Returns true to end the run; the result has the scenarios that were run
  ///     until then. Called on every thread that runs scenarios.
  ///   - observe: Receives the events, on the calling thread.
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
        // A scenario that was interrupted did not run to its end.
        guard let output, !isInterrupted() else {
          goesOn = false
          break
        }
        position += 1
        result.add(output)
        observe(.scenario(output.result))
        goesOn = !(stopsAtFailure && output.result.failed)
      }
      if goesOn, file.judgesGoldens { judgeStrayGoldens(of: file, &result) }
      if stopsAtFailure, !result.passed { goesOn = false }
      observe(.ended(result))
      run.files.append(result)
    }
    run.notRun = scenarios.count - position
    if keepsTime { run.duration = ContinuousClock.now - start }
    return run
  }

  /// The output of running one scenario.
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

  /// Finds the golden files that no step names, not even one of a skipped scenario.
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
  /// Creates the probe for a scenario; nil if neither coverage nor traces are wanted.
  func probe(of spec: CompiledSpec) -> Probe? {
    guard covers || explains else { return nil }
    let table = spec.checked.coverage
    return Probe(
      on: table, coverage: covers ? CoverageRecorder(table) : nil,
      trace: explains ? TraceRecorder() : nil)
  }
}

extension FileResult {
  init(of file: CheckedScenarioFile) {
    self.init(name: file.source.name, number: file.number)
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
    self.init(
      name: scenario.name, number: scenario.number, tags: scenario.tags, place: scenario.place)
    self.skip = skip
  }
}
