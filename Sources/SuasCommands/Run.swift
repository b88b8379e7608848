import ArgumentParser
import SuasReports
import SuasScenario
import YAML

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run scenario files (the default command).",
    usage: "suas-run <file> ... [<option> ...]",
    discussion: """
      Dispatches the actions of each scenario and checks its expectations. Golden files lie beside \
      the scenario, in golden/<its name>/; if CI is set in the environment, they are never \
      written. With --live or --update, scenarios run one after the other, otherwise several at a \
      time. Ctrl-C ends a run with exit code 130, after a summary of the scenarios that ran.
      """)

  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Selection") var selection: SelectionArguments
  @OptionGroup(title: "Execution") var pace: PaceArguments
  @OptionGroup(title: "Updates") var expectations: UpdateArguments
  @OptionGroup(title: "Reports") var reports: ReportArguments
  @OptionGroup(title: "Session logs") var sessions: RecordArguments
  @OptionGroup(title: "Coverage") var coverage: CoverageArguments
  @OptionGroup(title: "Effects") var effects: LiveArguments
  @OptionGroup(title: "Limits") var most: LimitArguments

  @Flag(help: "Print the names and positions of the scenarios without running them.")
  var list = false

  @Flag(
    help: "Show the rules that each step tried, why, what they wrote, and the notified listeners.")
  var trace = false

  @Flag(help: "Write missing and changed golden files.")
  var update = false

  @Flag(help: "Remove the golden files that no step names, if the whole file is run.")
  var prune = false

  @Flag(
    help: """
      Keep running, and after each change run the affected scenario files again: changed ones, and \
      those whose specs, included files or golden files have changed.
      """)
  var watch = false

  @Option(
    help: ArgumentHelp(
      """
      Let a generated program take every step, too, and compare what it does. The command starts \
      its driver, which 'generate --driver' writes.
      """, valueName: "command"))
  var on: String?

  func validate() throws {
    let writesFiles = update || prune || expectations.review || expectations.updateExpect
    try sessions.validate(beside: reports)
    if list, writesFiles || sessions.isWanted || !reports.reports.isEmpty || coverage.isWanted {
      throw ValidationError("--list runs nothing, so there is nothing to write")
    }
    if watch, list || expectations.review || expectations.updateExpect {
      throw ValidationError("--watch does not go with --list, --review and --update-expect")
    }
    if effects.live, pace.threads.jobs ?? 1 > 1 {
      throw ValidationError("with --live one scenario is run after the other: leave out --jobs")
    }
    if expectations.updateExpect, effects.live {
      throw ValidationError("--update-expect does not go with --live: what comes then differs")
    }
    if on != nil, list || effects.live || expectations.review || expectations.updateExpect {
      throw ValidationError("--on does not go with --list, --live, --review and --update-expect")
    }
    if expectations.review, update || prune {
      throw ValidationError("--review asks about what --update and --prune do without asking")
    }
    guard Terminal.isUnderCI else { return }
    if watch {
      throw ValidationError("--watch waits for somebody who edits files, and CI is set")
    }
    if update {
      throw ValidationError("--update writes files, which is never done where CI is set")
    }
    if prune {
      throw ValidationError("--prune removes files, which is never done where CI is set")
    }
  }

  func run() throws {
    try reports.prepare()
    try coverage.prepare()
    try sessions.prepare()
    if watch { try keepRunning() }
    let live = try list ? nil : effects.settings()
    var (loader, paths, lines) = try files.open(limits: most.limits)
    var (files, unsound) = loader.scenarioFiles(paths)
    ProcessLifetime.keep((loader, files))
    Terminal.report(unsound.diagnostics)
    var selected = try selection.apply(to: files, lines: lines)
    if list {
      for file in selected { Terminal.write(file.listing) }
      guard unsound.isEmpty else { throw ExitStatus.unreadable }
      return try selection.requireScenarios(in: selected, of: files)
    }
    if expectations.review {
      let isDone = try expectations.reviewGoldens(of: selected, live: live)
      guard unsound.isEmpty else { throw ExitStatus.unreadable }
      guard isDone else { throw ExitStatus.failed }
      return
    }
    if expectations.updateExpect, try expectations.updateExpectations(of: selected, in: files) {
      loader = Loader(root: self.files.root, limits: most.limits)
      (files, unsound) = loader.scenarioFiles(paths)
      selected = selected.compactMap { old in
        files.first { $0.source.name.utf8.elementsEqual(old.source.name.utf8) }?.keepingSame(
          as: old)
      }
    }

    let covers = try coverage.isWanted || reports.tellsCoverage()
    var runner = Runner(
      updatesGoldens: update, prunesGoldens: prune, recording: try reports.recording(),
      covers: covers, explains: trace,
      keepsTime: !pace.noTimes, stopsAtFailure: pace.failFast, live: live)
    runner.drivers = on.map { DriverPool($0) }
    runner.recordsSessions = sessions.isWanted
    let usesErrors = try sessions.takesOutput || reports.takeOutput()
    let screen = RunScreen(
      total: selected.reduce(0) { $0 + $1.scenarios.count }, usesErrors: usesErrors)
    Interruption.listen()
    var result = runner.run(
      selected, jobs: pace.threads.chosen, isInterrupted: { Interruption.hasCome },
      observe: screen.show)
    result.unsound = unsound
    result.shard = selection.part
    screen.showSummary(of: result)
    let seen = covers && !result.files.isEmpty ? CoverageReport(of: files, result.files) : nil
    var isWritten = true
    var isCovered = true
    if let seen {
      coverage.show(seen, usesErrors: usesErrors)
      isWritten = coverage.write(seen)
      isCovered = coverage.isReached(by: seen)
    }
    // A log without the sessions of files that did not check would be taken for a whole one.
    if unsound.isEmpty, !sessions.write(result.sessions) { isWritten = false }
    var problems = Diagnostics(result.files.flatMap(\.problems))
    if !Terminal.isUnderCI {
      do throws(Diagnostics) {
        try FailureRecord.note(result, of: files)
      } catch {
        problems.items += error.items
      }
    }
    Terminal.report(problems)
    if try !reports.write(result, seen) { isWritten = false }
    if Interruption.hasCome { throw ExitStatus.interrupted }
    guard isWritten, unsound.isEmpty, problems.items.isEmpty else { throw ExitStatus.unreadable }
    try selection.requireScenarios(in: selected, of: files)
    if !result.passed || !isCovered { throw ExitStatus.failed }
  }

  /// Runs all files once, and then, after each change, those that it can affect.
  private func keepRunning() throws -> Never {
    // Arguments that name no file are reported at once.
    _ = try files.open()
    if files.paths.contains(where: { !FileReference($0).lines.isEmpty }) {
      throw ValidationError(
        "with --watch whole files are run, since lines move; --filter takes names of scenarios")
    }
    let watcher = Watcher(arguments: files.paths, root: files.root) { paths in
      var command = self
      command.watch = false
      command.files.paths = paths
      try command.run()
    }
    try watcher.watch()
  }
}
