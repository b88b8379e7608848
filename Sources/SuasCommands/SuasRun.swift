public import ArgumentParser
import CBuild
public import SuasSpec
import YAML

/// The program's commands.
public struct SuasRun: ParsableCommand {
  /// Makes a performer of effects for the allowed hosts and a folder for files; `nil` if the
  /// program cannot perform effects.
  nonisolated(unsafe) public static var perform:
    ((_ allowedHosts: [String], _ folder: String?) -> EffectPerformer)?

  /// Serves the monitor's page until the process ends; `nil` if the program has no network.
  nonisolated(unsafe) package static var serve: ((MonitorPlan) throws -> Never)?

  /// The version of the program and its libraries.
  static let version = "0.1.0"
  /// The commit that the program was built from; empty if the build was not told.
  private static let commit = String(cString: suas_run_commit())

  public init() {}

  public static let configuration = CommandConfiguration(
    commandName: "suas-run",
    abstract: "Runs scenarios against state logic written as YAML.",
    discussion: """
      Exit codes: 0 everything passed; 1 something failed; 2 a file could not be read or written, \
      has errors, or there was nothing to run; 64 the command line is wrong.

      'suas-run explain' explains every diagnostic and error, 'suas-run functions' lists the \
      functions of expressions; the README links to the reference of specs and scenarios.
      """,
    version: "\(version)\(commit.isEmpty ? "" : " (\(commit))")",
    subcommands: [
      Run.self, Check.self, Format.self, Trace.self, Play.self, Explore.self, Mutate.self,
      Diff.self,
      ReplayLogs.self, JoinReports.self, Monitor.self, Docs.self, Schema.self, WriteBundle.self,
      Freeze.self, Types.self,
      Eval.self,
      Functions.self, Explain.self,
      Generate.self, ServeLanguage.self, ServeContext.self,
    ],
    defaultSubcommand: Run.self)

  /// Runs the command that the arguments name, then ends the process.
  public static func main() {
    Terminal.ignoreWriteSignals()
    Interruption.handleSignals()
    if CommandLine.arguments.count == 1 {
      Terminal.writeError("Error: \(FileArguments.missing)\n\n\(helpMessage())\n")
      exit(withError: ExitCode.validationFailure)
    }
    let arguments = Eval.separatingExpression(Array(CommandLine.arguments.dropFirst()))
    var failure: (any Error)?
    do {
      var command = try ordinaryRun() ?? parseAsRoot(arguments)
      try command.run()
    } catch {
      if exitCode(for: error) == .success {
        // The user requested help, the version or a completion script.
        Terminal.write(answer(fullMessage(for: error)) + "\n")
      } else {
        failure = error
      }
    }
    // Output that could not be written is a worse failure than any exit code of the command.
    if failure == nil || failure is ExitCode {
      do { try Terminal.finish() } catch { failure = error }
    }
    guard let failure else { exit() }
    let message = failureMessage(failure, for: arguments)
    if !message.isEmpty { Terminal.writeError("\(message)\n") }
    exit(withError: exitCode(for: failure))
  }

  /// Returns the message for a failure, with escaped arguments: the parser quotes them unescaped.
  private static func failureMessage(_ failure: any Error, for arguments: [String]) -> String {
    let shown = arguments.map(DisplayText.escaped)
    if shown != arguments {
      do {
        _ = try parseAsRoot(shown)
      } catch  where exitCode(for: error) == exitCode(for: failure) {
        return fullMessage(for: error)
      } catch {}
    }
    return fullMessage(for: failure).split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplayText.escaped(String($0)) }.joined(separator: "\n")
  }

  private static func answer(_ text: String) -> String {
    let asked = CommandLine.arguments.dropFirst().first ?? ""
    return asked.hasPrefix("--generate-completion-script")
      ? CompletionScript.completingDefaultCommand(text) : text
  }

  /// Parses the arguments as a run if they begin with a path or with `run`. This skips the parsers
  /// of the other commands, which take longer than many a run.
  private static func ordinaryRun() -> Run? {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "run" {
      arguments = arguments.dropFirst()
    } else if arguments.first?.contains(where: { $0 == "." || $0 == "/" }) != true {
      return nil
    }
    // A mistake is found again, and reported, when the root command parses the arguments.
    return arguments.first?.hasPrefix("-") == false ? try? Run.parse(Array(arguments)) : nil
  }
}
