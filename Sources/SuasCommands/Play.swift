import ArgumentParser
import SuasScenario
import YAML

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play with a spec: send actions, and see what each one does.",
    discussion: """
      Reads lines and answers each: 'AddTodo {text: Buy milk}' sends an action and shows its \
      changes; 'help' lists the other commands, among them 'undo', 'state' and 'save FILE', which \
      writes the session as a scenario file, or as a log if the name ends with '.suaslog'. With a \
      scenario file, the session begins where the scenario ends; with a log after the files of its \
      spec, where the log ends.

      On a terminal, the Tab key completes names and the arrow keys recall earlier lines. Piped \
      lines are answered without a prompt; if one of them could not be carried out, the exit code \
      is 1. A refused action is a normal result.
      """)

  @Argument(
    help: ArgumentHelp(
      "The files of one spec, a log of it after them, or a scenario file.", valueName: "file"),
    completion: .file(extensions: ["yaml", "suaslog"]))
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "The scenario in the file; by default the first.", valueName: "name"))
  var scenario: String?

  @OptionGroup var folder: RootArguments

  @OptionGroup var effects: LiveArguments
  @OptionGroup var most: LimitArguments

  func run() throws {
    let live = try effects.settings()
    var loader = Loader(root: folder.root, limits: most.limits)
    var session: Session
    do throws(Diagnostics) {
      session = try loader.session(on: paths, scenario: scenario)
      session.live = live
      session.replacesFiles = !Terminal.isUnderCI
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    let player = Player(session)
    if Terminal.isInteractive { return player.playTyped() }
    guard player.playPiped() else { throw ExitStatus.failed }
  }
}
