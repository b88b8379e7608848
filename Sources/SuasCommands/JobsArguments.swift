import ArgumentParser
import SuasScenario

/// The option for the number of threads.
struct JobsArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      """
      The number of threads, at most \(WorkerThread.most); by default, one for each processor. The \
      output is the same for any number.
      """, valueName: "number"))
  var jobs: Int?

  func validate() throws {
    guard let jobs else { return }
    guard jobs > 0 else { throw ValidationError("--jobs is a number above 0") }
    guard jobs <= WorkerThread.most else {
      throw ValidationError("--jobs is \(WorkerThread.most) at the most")
    }
  }

  /// The requested number of threads; by default the number of processors.
  var chosen: Int { jobs ?? min(Terminal.processorCount, WorkerThread.most) }
}
