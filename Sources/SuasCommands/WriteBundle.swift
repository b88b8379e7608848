import ArgumentParser
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct WriteBundle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Write a checked spec as one file, which apps read without a YAML parser.",
    discussion: """
      An app reads the bundle with CompiledSpec(bundle:), and every command takes it in place of \
      the spec. Several files make up one spec; the files that they include are in the bundle. \
      The same spec gives the same bytes.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec.", valueName: "spec"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "file"),
    completion: .file(extensions: ["suasbundle"]))
  var output: String

  @OptionGroup var folder: RootArguments

  func validate() throws { try ReportFile.checkName(output) }

  func run() throws {
    try ReportFile.prepare(output)
    let bytes: [UInt8]
    do throws(Diagnostics) {
      let spec = try Loader(root: folder.root).spec(at: paths)
      Terminal.report(spec.checked.warnings)
      bytes = spec.bundle
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    guard ReportFile.write(bytes, to: output) else { throw ExitStatus.unreadable }
  }
}
