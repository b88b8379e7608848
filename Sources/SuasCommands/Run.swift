import ArgumentParser
import SuasScenario
import YAML

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run scenario files (the command that is meant where none is named).",
    discussion: """
      Dispatches the actions of each scenario and judges what it expects. Golden files lie beside \
      the scenario, in golden/<its name>/; with CI set in the environment nothing is ever written.
      """)

  @OptionGroup var files: FileArguments
  @OptionGroup var effects: LiveArguments
  @OptionGroup var most: LimitArguments
  @OptionGroup var expectations: UpdateArguments
  @OptionGroup var coverage: CoverageArguments

  @Flag(help: "Show which rules each step tried, why, what they wrote, and who was told.")
  var trace = false

  @Flag(help: "Write the golden files that are missing or different.")
  var update = false

  @Flag(help: "Remove the golden files that no step names.")
  var prune = false

  func validate() throws {
    if expectations.updateExpect, effects.live {
      throw ValidationError("--update-expect does not go with --live: what comes then differs")
    }
    if expectations.review, update || prune {
      throw ValidationError("--review asks about what --update and --prune do without asking")
    }
    guard Terminal.environment("CI") != nil else { return }
    if update {
      throw ValidationError("--update writes files, which is never done where CI is set")
    }
    if prune {
      throw ValidationError("--prune removes files, which is never done where CI is set")
    }
  }

  func run() throws {
    let live = try effects.settings()
    var (loader, paths) = try files.open(limits: most.limits)
    var (files, diagnostics) = loader.scenarioFiles(paths)
    Terminal.report(diagnostics)
    if expectations.review {
      let isDone = try expectations.reviewGoldens(of: files, live: live)
      if !diagnostics.items.isEmpty { throw ExitStatus.unreadable }
      if !isDone { throw ExitStatus.failed }
      return
    }
    if expectations.updateExpect, try expectations.updateExpectations(of: files) {
      loader = Loader(root: self.files.root, limits: most.limits)
      (files, diagnostics) = loader.scenarioFiles(paths)
    }

    let runner = Runner(
      updatesGoldens: update, prunesGoldens: prune, covers: coverage.isWanted,
      explains: trace, live: live)
    let reporter = TextReporter(style: Terminal.outputStyle, write: Terminal.write)
    var results: [FileResult] = []
    for file in files {
      let result = runner.run(file)
      reporter.report(result)
      results.append(result)
    }
    if !results.isEmpty { reporter.reportSummary(of: results) }
    let isCovered = try coverage.report(files, results)

    let problems = Diagnostics(results.flatMap(\.problems))
    Terminal.report(problems)
    if !diagnostics.items.isEmpty || !problems.items.isEmpty {
      throw ExitStatus.unreadable
    }
    if results.allSatisfy(\.scenarios.isEmpty) {
      Terminal.complain("there is no scenario in these files")
      throw ExitStatus.unreadable
    }
    if !results.allSatisfy(\.passed) || !isCovered { throw ExitStatus.failed }
  }
}
