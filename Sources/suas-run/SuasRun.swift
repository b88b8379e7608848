import ArgumentParser

@main
struct SuasRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suas-run",
    abstract: "Runs scenarios against state logic that is written as YAML.",
    discussion: """
      Exit codes: 0 all passed; 1 something failed; 2 a file could not be read, written or checked, \
      or there was nothing to run; 64 the command line is wrong.

      'suas-run explain' tells of every diagnostic and error; the README links the reference of \
      specs and scenarios.
      """,
    version: "0.1.0",
    subcommands: [Run.self, Check.self, Trace.self, Play.self, Eval.self, Explain.self],
    defaultSubcommand: Run.self)

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
      try Terminal.finish()
    } catch {
      // What was to be read, and could not be written, is worse than what it said.
      if error is ExitCode {
        do { try Terminal.finish() } catch let unwritten { exit(withError: unwritten) }
      }
      exit(withError: error)
    }
  }
}
