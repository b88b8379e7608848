import ArgumentParser

/// How fast a run goes, and when it ends.
struct PaceArguments: ParsableArguments {
  @OptionGroup var threads: JobsArguments

  @Flag(help: "Run nothing more after the first failure.")
  var failFast = false

  @Flag(help: "Say nowhere how long something took, so that the same run gives the same bytes.")
  var noTimes = false
}
