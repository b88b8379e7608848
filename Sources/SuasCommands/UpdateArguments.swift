import ArgumentParser
import SuasScenario
import YAML

/// What a run may write into the scenario files themselves.
struct UpdateArguments: ParsableArguments {
  @Flag(
    help: """
      Write what there is into the expectations that do not hold, and say what is left. Comments, \
      quotes, order and matchers stay as they are.
      """)
  var updateExpect = false

  func validate() throws {
    if updateExpect, Terminal.environment("CI") != nil {
      throw ValidationError("--update-expect writes files, which is never done where CI is set")
    }
  }

  /// Runs files for what there is where something is expected, and writes it there.
  ///
  /// - Returns: whether files have changed, so that they are to be read again.
  func updateExpectations(of files: [CheckedScenarioFile]) throws -> Bool {
    var runner = Runner()
    runner.recordsJudgments = true
    let update = ExpectationUpdate(files.map { ($0, runner.run($0)) })
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
