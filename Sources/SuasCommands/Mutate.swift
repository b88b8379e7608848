import ArgumentParser
import CEL
import SuasExplore
import SuasMutate
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct Mutate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Judge scenarios: change their specs, and see which changes they notice.",
    discussion: """
      Changes a spec in one place at a time - a condition, a verb, a constant, a step - and runs \
      the scenarios that reach the place until one fails. A change that no scenario notices is \
      shown at its lines, with the shortest steps that tell it from the spec; --write makes a \
      scenario of them. Changes that make no difference at all are proven equivalent where all \
      states can be tried, and do not count. With --explore, changes that no scenario notices are \
      also searched for invariants, transitions, promises at rest and ways out that they break.

      The output is the same for any number of jobs, unless --explore ends a search. Exit codes: 0 the score is reached; 1 it is \
      not; 2 a file could not be read or written, or a scenario fails on its spec; 64 the command \
      line is wrong; 130 interrupted.
      """)

  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Selection") var selection: SelectionArguments

  @Option(
    help: ArgumentHelp(
      "Fail if less than this percentage of the mutants is killed.", valueName: "percent"))
  var mutationMin: Double = 0

  @Option(
    help: ArgumentHelp(
      "Write a scenario for each mutant that survives into this folder; never replaces a file.",
      valueName: "folder"), completion: .directory)
  var write: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Write a report: json:FILE (Stryker's mutation-testing schema, version 2) or html:FILE (a page \
      for a browser); may be repeated. With - as the file, the report goes to standard output and \
      the text to standard error.
      """, valueName: "format:file"))
  var reports: [String] = []

  @Option(
    help: ArgumentHelp(
      "Change only lines of the specs that differ from this commit of git, a name or a hash.",
      valueName: "revision"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Search mutants that no scenario kills for broken promises, for this time in all, such as 30s.",
      valueName: "duration"),
    transform: { try SearchArguments.duration($0, of: "--explore") })
  var explore: CEL.Duration?

  @OptionGroup var threads: JobsArguments

  @OptionGroup(title: "Limits") var limits: WitnessArguments

  func validate() throws {
    guard (0...100).contains(mutationMin) else {
      throw ValidationError("--mutation-min is a percentage from 0 to 100")
    }
    _ = try targets()
  }

  private func targets() throws -> ReportTargets<MutationReportFormat> {
    try ReportTargets(reports)
  }

  func run() throws {
    try targets().prepare()
    let revision = try since.map(GitRevision.opened)
    let folder = try write.map(ScenarioFolder.opened)
    let specs = try judgedSpecs()
    Interruption.listen()
    let progress = ProgressLine(after: .milliseconds(500))
    var result = try result(of: specs, since: revision, progress)
    progress?.erase()
    let isSaved =
      folder?.hasTaken { (folder) throws(ScenarioFolder.WriteError) in
        try result.save(into: folder)
      } ?? true
    try show(result, isWhole: isSaved)
  }

  private func show(_ result: MutationResult, isWhole: Bool) throws {
    let usesErrors = try targets().takesOutput
    var text = MutationText(style: usesErrors ? Terminal.errorStyle : Terminal.outputStyle)
    text.write(result)
    text.writeSummary(of: result)
    usesErrors ? Terminal.writeError(text.text) : Terminal.write(text.text)
    let isReported = try targets().write { format, write in
      format.report(result, minimum: mutationMin, write: write)
    }
    if result.isInterrupted { throw ExitStatus.interrupted }
    if !isWhole || !isReported { throw ExitStatus.unreadable }
    let tally = MutationTally(of: result.mutants)
    guard tally.score.reaches(mutationMin) else {
      Terminal.complain(
        """
        the score is \(tally.score.percentText) %, where --mutation-min asks for \
        \(mutationMin.percentText)
        """)
      throw ExitStatus.failed
    }
  }

  private func judgedSpecs() throws -> [JudgedSpec] {
    var (loader, paths, lines) = try files.open()
    let (read, unsound) = loader.scenarioFiles(paths)
    Terminal.report(unsound.diagnostics)
    guard unsound.isEmpty else { throw ExitStatus.unreadable }
    let selected = try selection.apply(to: read, lines: lines)
    try selection.requireScenarios(in: selected, of: read)
    var specs: [JudgedSpec] = []
    for file in selected {
      let source: ScenarioSource
      do throws(Diagnostics) {
        source = try loader.source(of: file)
      } catch {
        Terminal.report(error)
        throw ExitStatus.unreadable
      }
      let names = file.spec.checked.coverage.sources.map(\.name)
      if let place = specs.firstIndex(where: {
        $0.spec.checked.coverage.sources.map(\.name) == names
      }) {
        specs[place].add(file, source)
      } else {
        specs.append(JudgedSpec(file.spec, file, source))
      }
    }
    return specs
  }

  private func result(
    of specs: [JudgedSpec], since revision: GitRevision?, _ progress: ProgressLine?
  ) throws -> MutationResult {
    var settings = limits.settings()
    settings.since = revision
    settings.exploring = explore
    settings.jobs = threads.chosen
    settings.isInterrupted = { Interruption.hasCome }
    do {
      return try MutationRun(of: specs, settings).run { done, count in
        progress?.show(["\(done) of \(count) mutants", "\(done) of \(count)"])
      }
    } catch let failure as MutationRun.UnsoundScenario {
      progress?.erase()
      Terminal.complain(
        "\(failure.place): the scenario '\(failure.name)' fails on its spec: \(failure.reason)",
        help: "mutants are judged by scenarios that pass")
      throw ExitStatus.unreadable
    } catch let failure as GitFailure {
      progress?.erase()
      Terminal.complain(failure.message)
      throw ExitStatus.unreadable
    } catch let diagnostics as Diagnostics {
      progress?.erase()
      Terminal.report(diagnostics)
      throw ExitStatus.unreadable
    }
  }
}

/// The limits of the search for steps that tell a mutant from its spec.
struct WitnessArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The largest number of states in which a mutant that survives is compared with its spec.",
      valueName: "states"))
  var maxStates = MutationSettings().search.mostStates

  @Option(
    help: ArgumentHelp(
      "The largest number of steps that are tried on a mutant that survives.", valueName: "steps"))
  var maxAttempts = MutationSettings().mostAttempts

  @Option(
    help: ArgumentHelp("The largest number of steps to look ahead.", valueName: "steps"))
  var maxDepth = MutationSettings().search.deepest

  @Option(
    help: ArgumentHelp(
      "Do not continue from larger lists or maps.", valueName: "elements"))
  var maxSize = MutationSettings().search.largest

  func validate() throws {
    try SearchArguments.requireAboveZero([
      ("--max-states", maxStates), ("--max-attempts", maxAttempts), ("--max-depth", maxDepth),
      ("--max-size", maxSize),
    ])
  }

  func settings() -> MutationSettings {
    var settings = MutationSettings()
    settings.search.mostStates = maxStates
    settings.mostAttempts = maxAttempts
    settings.search.deepest = maxDepth
    settings.search.largest = maxSize
    return settings
  }
}
