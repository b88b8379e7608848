import ArgumentParser

/// How fast a run goes, and when it ends.
struct PaceArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      """
      Run so many scenarios at a time; without it, one for each processor. What is printed and \
      written is the same for any number. With --live and --update it is one after the other.
      """, valueName: "number"))
  var jobs: Int?

  @Flag(help: "Run nothing more after the first failure.")
  var failFast = false

  @Flag(help: "Say nowhere how long something took, so that the same run gives the same bytes.")
  var noTimes = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is a number above 0") }
  }

  /// How many scenarios are run at a time.
  var chosenJobs: Int { jobs ?? Terminal.processorCount }
}
