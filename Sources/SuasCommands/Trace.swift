import ArgumentParser
import SuasReports
import SuasScenario
import YAML

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run scenario files and print what every step did, as JSON.",
    discussion: """
      Prints an array with an object for each scenario that ran: scenario, passed, and steps with \
      step, kind, state, handled, errors, notified, actions and effects.
      """)

  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Selection") var selection: SelectionArguments
  @OptionGroup(title: "Effects") var effects: LiveArguments
  @OptionGroup(title: "Limits") var most: LimitArguments

  func run() throws {
    let live = try effects.settings()
    var (loader, paths, lines) = try files.open(limits: most.limits)
    let (files, unsound) = loader.scenarioFiles(paths)
    let selected: [CheckedScenarioFile]
    do {
      selected = try selection.apply(to: files, lines: lines)
    } catch {
      Terminal.report(unsound.diagnostics)
      throw error
    }
    let runner = Runner(recording: .states, live: live)
    let results = selected.map { runner.run($0) }
    // If a file could not be read, nothing is printed, because the array would look complete.
    if unsound.isEmpty { TraceReporter(write: Terminal.writer(.json)).report(results) }

    var problems = unsound.diagnostics
    problems.items += results.flatMap(\.problems)
    Terminal.report(problems)
    if !unsound.isEmpty || !problems.items.isEmpty { throw ExitStatus.unreadable }
    try selection.requireScenarios(in: selected, of: files)
    if !results.allSatisfy(\.passed) { throw ExitStatus.failed }
  }
}
