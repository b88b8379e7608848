import ArgumentParser

/// The options for the number of threads, the end of a run, and times in the output.
struct PaceArguments: ParsableArguments {
  @OptionGroup var threads: JobsArguments

  @Flag(help: "Stop after the first failure.")
  var failFast = false

  @Flag(help: "Omit all durations, so that the same run gives the same output.")
  var noTimes = false
}
