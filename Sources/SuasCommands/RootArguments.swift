import ArgumentParser
import SuasScenario
import YAML

/// The folder below which a command reads files.
struct RootArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read files below this folder only.", valueName: "folder"),
    completion: .directory)
  var root: String?

  func validate() throws { try Self.check(root) }

  /// Refuses a folder that is not there.
  static func check(_ root: String?) throws {
    guard let root, !Loader.isFolder(root) else { return }
    throw ValidationError("there is no folder '\(DisplayText.escaped(root))'")
  }
}
