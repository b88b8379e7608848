import ArgumentParser
import SuasReports
import SuasScenario
import YAML

/// The options for updates of scenario files and golden files.
struct UpdateArguments: ParsableArguments {
  @Flag(
    help: """
      Replace failing expectations by the actual values, and list the failures that remain. \
      Comments, quotes, order and matchers stay as they are.
      """)
  var updateExpect = false

  @Flag(
    help: """
      Show each changed golden file with the rule that changed it, and ask whether to write it. \
      Answers are read from the terminal, or line by line from a pipe.
      """)
  var review = false

  func validate() throws {
    if review, Terminal.isUnderCI {
      throw ValidationError("--review writes files, which is never done where CI is set")
    }
    if review, updateExpect {
      throw ValidationError("--review does not go with --update-expect: do one after the other")
    }
    if updateExpect, Terminal.isUnderCI {
      throw ValidationError("--update-expect writes files, which is never done where CI is set")
    }
  }

  /// Runs files to find the changes in their golden files, and asks about each.
  ///
  /// - Returns: true if no failure is left.
  func reviewGoldens(of files: [CheckedScenarioFile], live: LiveSettings?) throws -> Bool {
    guard Terminal.hasInput else {
      throw ValidationError("--review asks, and there is neither a terminal nor a pipe to answer")
    }
    var runner = Runner(live: live)
    runner.recordsJudgments = true
    let results = files.map { runner.run($0) }
    var reviewer = Reviewer(results)
    reviewer.ask()
    let problems = Diagnostics(results.flatMap(\.problems) + reviewer.review.problems)
    Terminal.report(problems)
    if !problems.items.isEmpty { throw ExitStatus.unreadable }
    return reviewer.review.left == 0 && reviewer.review.otherFailures == 0
  }

  /// Runs files, and writes the actual values into the expectations that do not hold.
  ///
  /// - Returns: true if files have changed, so that they have to be read again.
  func updateExpectations(
    of selected: [CheckedScenarioFile], in files: [CheckedScenarioFile]
  ) throws -> Bool {
    var runner = Runner()
    runner.recordsJudgments = true
    let update = ExpectationUpdate(selected.map { runner.run($0) }, of: files)
    let (written, problems) = update.write()
    UpdateReporter(style: Terminal.outputStyle, write: Terminal.write)
      .report(written, left: update.left)
    if !problems.isEmpty {
      Terminal.report(Diagnostics(problems))
      throw ExitStatus.unreadable
    }
    return !written.isEmpty
  }
}
