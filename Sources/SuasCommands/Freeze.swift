import ArgumentParser
import SuasScenario
import YAML

struct Freeze: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write down what the present version of a spec saves.",
    discussion: """
      The shape is written beside the spec, as saved/SPEC.VERSION.yaml; commit it when you release. \
      From then on a check tells when the spec saves something else under the same version, and \
      migrations are checked against it. A frozen file is never replaced by another content.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec.", valueName: "spec"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Flag(help: "Write nothing, and fail if the file is missing or has another shape.")
  var check = false

  @OptionGroup var folder: RootArguments

  func run() throws {
    let result: Freezing
    do throws(Diagnostics) {
      result = try Loader(root: folder.root).freeze(specAt: paths, checksOnly: check)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    switch result {
    case .written(let path): Terminal.write("\(DisplayText.escaped(path)) is written\n")
    case .unchanged(let path): Terminal.write("\(DisplayText.escaped(path)) has this shape\n")
    case .missing(let path):
      Terminal.complain(
        "there is no '\(path)'", help: "'suas-run freeze' writes it")
      throw ExitStatus.failed
    case .changed(let diagnostics):
      Terminal.report(diagnostics)
      throw ExitStatus.failed
    }
  }
}
