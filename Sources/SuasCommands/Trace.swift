import ArgumentParser
import SuasScenario
import YAML

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run scenario files and print what every step did, as JSON.",
    discussion: """
      Prints an array with an object for each scenario that was run: scenario, passed, and steps \
      with step, kind, state, handled, errors, notified, actions and effects.
      """)

  @OptionGroup var files: FileArguments
  @OptionGroup var effects: LiveArguments
  @OptionGroup var most: LimitArguments

  func run() throws {
    let live = try effects.settings()
    var (loader, paths) = try files.open(limits: most.limits)
    let (files, diagnostics) = loader.scenarioFiles(paths)
    let runner = Runner(traces: true, live: live)
    let results = files.map { runner.run($0) }
    // What could not be read leaves no array that would look whole.
    if diagnostics.items.isEmpty { TraceReporter(write: Terminal.write).report(results) }

    let problems = Diagnostics(diagnostics.items + results.flatMap(\.problems))
    Terminal.report(problems)
    if !problems.items.isEmpty || results.allSatisfy(\.scenarios.isEmpty) {
      throw ExitStatus.unreadable
    }
    if !results.allSatisfy(\.passed) { throw ExitStatus.failed }
  }
}
