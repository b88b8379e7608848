import ArgumentParser
import SuasGenerate
import SuasScenario
import SuasSpec
import YAML

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a spec as native code.",
    subcommands: [GenerateKotlin.self, GenerateSwift.self])
}

struct GenerateSwift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write a spec as Swift on the store of Suas.",
    discussion: """
      Writes types, actions, reducers, selectors, listeners and conditions, and the runtime that \
      they need. Files that were not generated are never replaced. Several files make up one spec.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec.", valueName: "spec"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Option(
    help: ArgumentHelp("The folder for the files.", valueName: "folder"), completion: .directory)
  var output: String

  @Flag(help: "Write nothing, and fail if the files are not what would be written.")
  var check = false

  enum Part: String, ExpressibleByArgument, CaseIterable { case types }

  @Option(help: ArgumentHelp("Write only this part: types and actions, coded as JSON."))
  var only: Part?

  @Flag(help: "Write a program that 'suas-run' can run scenarios on.")
  var driver = false

  @OptionGroup var folder: RootArguments

  func validate() throws {
    if driver, only != nil {
      throw ValidationError("'--driver' needs the whole program, and not '--only'")
    }
  }

  func run() throws {
    do throws(Diagnostics) {
      let spec = try Loader(root: folder.root).checkedSpec(at: paths)
      var options = SwiftGenerator.Options()
      options.isTypesOnly = only == .types
      options.hasDriver = driver
      let generator = SwiftGenerator(
        spec, from: paths.first ?? "",
        digest: spec.digest, options)
      try write(try generator.files(), to: OutputFolder(output))
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
  }

  private func write(_ files: [GeneratedFile], to folder: OutputFolder) throws(Diagnostics) {
    let changes = try folder.changes(to: files)
    guard !check else { return }
    try folder.make(changes)
    for file in changes.written { Terminal.write("wrote \(folder.full(file.path))\n") }
    for path in changes.removed { Terminal.write("removed \(folder.full(path))\n") }
  }
}
