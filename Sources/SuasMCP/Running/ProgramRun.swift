import SuasScenario

/// A run of the program as a process of its own.
///
/// A process gives a call what the same code in this process could not: an end at any time, a limit
/// of its time, and an end of its own if something goes wrong. What it prints is what people get, so
/// that no command is written a second time for assistants.
struct ProgramRun: Sendable {
  /// The path of the program.
  let program: String
  /// The longest time of a run. A run is then asked for what it has found, and ended soon after.
  let limit: Swift.Duration

  struct Outcome {
    var ending: ChildProcess.Ending?
    var output: [UInt8] = []
    var errors = ""
    /// True if the time was over.
    var isLate = false
    /// True if the output was larger than the program takes.
    var isTooLarge = false
  }

  enum Failure: Error {
    case cancelled
    /// No process could be started, for a reason in words.
    case notStarted(String)
  }

  /// The largest output, in bytes.
  private static let largestOutput = 16 << 20
  /// The most bytes of the standard error that are kept.
  private static let longestErrors = 1 << 18
  /// The time that a run has to tell what it has found.
  private static let patience = Swift.Duration.seconds(5)
  /// The time between two looks at whether the run is cancelled, in milliseconds.
  private static let pause: Int32 = 50

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - words: The arguments of the program.
  ///   - writes: True if the run may write golden files.
  ///   - tell: Is called with the time so far, again and again.
  func run(
    _ words: [String], writes: Bool, isCancelled: () -> Bool, tell: (Swift.Duration) -> Void
  ) throws(Failure) -> Outcome {
    let process: ChildProcess
    do throws(ChildProcess.StartFailure) {
      // Where CI is set, a command writes nothing that it was not asked for.
      process = try ChildProcess(
        [program] + words, environment: writes ? [:] : ["CI": "1"],
        longestQuotation: Self.longestErrors)
    } catch {
      switch error {
      case .noProgram: throw .notStarted("the program is not there any more")
      case .other(let reason): throw .notStarted(reason)
      }
    }
    process.endInput()
    let start = ContinuousClock.now
    var outcome = Outcome()
    var input: ArraySlice<UInt8> = []
    while process.exchange(sending: &input, receiving: &outcome.output, within: Self.pause) {
      if isCancelled() { throw .cancelled }
      guard outcome.output.count <= Self.largestOutput else {
        outcome.isTooLarge = true
        return outcome
      }
      let time = ContinuousClock.now - start
      if time > limit, !outcome.isLate {
        outcome.isLate = true
        process.interrupt()
      }
      if time > limit + Self.patience { return outcome }
      tell(time)
    }
    // A process that was large takes a moment to end.
    for _ in 0..<20 where outcome.ending == nil { outcome.ending = process.ending() }
    outcome.errors = process.errorText
    return outcome
  }
}
