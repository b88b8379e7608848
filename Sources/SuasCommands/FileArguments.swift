import ArgumentParser
import SuasScenario
import SuasSpec
import YAML

/// The files and folders that a command works on.
struct FileArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files; of a folder, every *.scenario.yaml below it.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      """
      Read files below this folder only; without it, below the working directory, or the folder of \
      a file that lies outside of it.
      """, valueName: "folder"), completion: .directory)
  var root: String?

  /// What reads the files that are meant, of which there is at least one.
  func open(limits: Limits = Limits()) throws -> (loader: Loader, files: [String]) {
    try rejectMistypedCommand()
    if let root, !Loader.isFolder(root) {
      throw ValidationError("there is no folder '\(DisplayText.escaped(root))'")
    }
    let loader = Loader(root: root, limits: limits)
    let files: [String]
    do throws(Diagnostics) {
      files = try loader.files(named: paths)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    if files.isEmpty {
      Terminal.complain(
        "there is no *.scenario.yaml below \(paths.map { "'\($0)'" }.joined(separator: ", "))")
      throw ExitStatus.unreadable
    }
    return (loader, files)
  }

  /// A first word that is no file, but a command's name or nearly so, is told apart from a file
  /// that is missing.
  private func rejectMistypedCommand() throws {
    guard let word = paths.first, !word.contains("/"), !word.contains("."),
      !Loader.exists(word)
    else { return }
    let commands = SuasRun.configuration.subcommands.map { $0._commandName } + ["help"]
    if commands.contains(word) {
      throw ValidationError(
        "options stand after the command: write 'suas-run \(DisplayText.escaped(word)) …'")
    }
    if let near = suggestion(for: word, among: commands) {
      throw ValidationError(
        "there is no command and no file '\(DisplayText.escaped(word))'; did you mean 'suas-run \(near)'?"
      )
    }
  }
}
