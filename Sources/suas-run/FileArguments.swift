import ArgumentParser
import SuasScenario
import YAML

/// The files and folders that a command works on.
struct FileArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files; of a folder, every *.scenario.yaml below it.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  /// The files that are meant, of which there is at least one.
  func resolve(_ loader: inout Loader) throws -> [String] {
    try rejectMistypedCommand()
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
    return files
  }

  /// A first word that is no file, but a command's name or nearly so, is told apart from a file
  /// that is missing.
  private func rejectMistypedCommand() throws {
    guard let word = paths.first, !word.contains("/"), !word.contains("."),
      !Loader.exists(word)
    else { return }
    let commands = SuasRun.configuration.subcommands.map { $0._commandName } + ["help"]
    if commands.contains(word) {
      throw ValidationError("options stand after the command: write 'suas-run \(word) …'")
    }
    if let near = suggestion(for: word, among: commands) {
      throw ValidationError(
        "there is no command and no file '\(word)'; did you mean 'suas-run \(near)'?")
    }
  }
}
