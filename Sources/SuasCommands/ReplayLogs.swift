import ArgumentParser
import SuasLog
import SuasReplay
import SuasScenario
import SuasSpec
import YAML

struct ReplayLogs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Do session logs again, and show where the spec does something else.",
    discussion: """
      Runs the actions of each log, and the answers to its effects, through the spec, and compares \
      what comes of them with the log.
      """)

  @Argument(help: ArgumentHelp("Session logs.", valueName: "log"))
  var logs: [String]

  @Option(help: ArgumentHelp("The spec; repeated for one of several files.", valueName: "spec"))
  var spec: [String]

  @Flag(help: "Go on with a log of another spec.")
  var force = false

  @OptionGroup var root: RootArguments
  @OptionGroup(title: "Limits") var most: LimitArguments

  func run() throws {
    let loader = Loader(root: root.root, limits: most.limits)
    let compiled: CompiledSpec
    do throws(Diagnostics) {
      compiled = try loader.spec(at: spec)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    var text = ReplayText(style: Terminal.outputStyle)
    let replay = Replay(on: compiled, isForced: force)
    for log in logs { text.write(replay.run { () throws(LogFailure) in try LogReader.open(log) }, of: log) }
    Terminal.write(text.text)
  }
}
