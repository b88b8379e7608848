import ArgumentParser
import SuasReports
import SuasScenario
import YAML

struct Docs: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe a spec in Markdown, with diagrams in Mermaid's notation.",
    discussion: """
      The document covers states, types, constants, functions, actions and the rules that write \
      each path, selectors, listeners, middleware, effects and conditions. Several files make up \
      one spec.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec.", valueName: "spec"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Option(
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file(extensions: ["md"]))
  var output: String?

  @OptionGroup var folder: RootArguments

  func validate() throws {
    try output.map(ReportFile.checkName)
  }

  func run() throws {
    try output.map { try ReportFile.prepare($0) }
    let text: String
    do throws(Diagnostics) {
      text = try Loader(root: folder.root).documentation(ofSpecAt: paths)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    guard let output else { return Terminal.write(text) }
    guard ReportFile.write(to: output, { $0(text) }) else { throw ExitStatus.unreadable }
  }
}
