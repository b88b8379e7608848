import ArgumentParser
import SuasScenario
import YAML

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play with a spec: send actions, and see what each of them does.",
    discussion: """
      Reads lines and answers each: 'AddTodo {text: Buy milk}' sends an action, and what it changed \
      is shown; 'help' lists the other commands, among them 'undo', 'state' and 'save FILE', which \
      writes what was done as a scenario file. Of a scenario file the session begins where the \
      scenario ends.

      On a terminal the Tab key completes names and the arrow keys bring back earlier lines. What \
      comes through a pipe is answered without a prompt; where a line could not be done the exit \
      code is 1 at the end. An action that is refused is an answer like any other.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec, or a scenario file.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "The scenario of the file that is meant; else the first.", valueName: "name"))
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
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    let player = Player(session)
    if Terminal.isInteractive { return player.playTyped() }
    guard player.playPiped() else { throw ExitStatus.failed }
  }
}
