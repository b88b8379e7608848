import ArgumentParser
import SuasScenario

/// How many threads work.
struct JobsArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      """
      Work on so many threads, \(WorkerThread.most) at the most; without it, on one for each \
      processor. What is printed and written is the same for any number.
      """, valueName: "number"))
  var jobs: Int?

  func validate() throws {
    guard let jobs else { return }
    guard jobs > 0 else { throw ValidationError("--jobs is a number above 0") }
    guard jobs <= WorkerThread.most else {
      throw ValidationError("--jobs is \(WorkerThread.most) at the most")
    }
  }

  /// The number that is asked for, else that of the processors.
  var chosen: Int { jobs ?? min(Terminal.processorCount, WorkerThread.most) }
}
