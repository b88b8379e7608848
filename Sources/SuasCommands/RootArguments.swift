import ArgumentParser
import SuasScenario
import YAML

/// The option for the folder below which a command reads files.
struct RootArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read files only below this folder.", valueName: "folder"),
    completion: .directory)
  var root: String?

  func validate() throws { try Self.check(root) }

  /// Rejects a folder that does not exist.
  static func check(_ root: String?) throws {
    guard let root, !Loader.isFolder(root) else { return }
    throw ValidationError("there is no folder '\(DisplayText.escaped(root))'")
  }
}
