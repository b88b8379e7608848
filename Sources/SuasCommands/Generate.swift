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
    var isStale = false
    do throws(Diagnostics) {
      let spec = try Loader(root: folder.root).checkedSpec(at: paths)
      var options = SwiftGenerator.Options()
      options.isTypesOnly = only == .types
      options.hasDriver = driver
      let generator = SwiftGenerator(
        spec, from: paths.first ?? "", digest: spec.digest, options)
      let files = try generator.files()
      let folder = OutputFolder(output)
      let changes = try folder.changes(to: files)
      if check {
        isStale = !changes.isEmpty
        Terminal.report(folder.stale(changes, command: command))
      } else {
        try write(changes, to: folder)
      }
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    if isStale { throw ExitStatus.failed }
  }

  /// The command that brings the files up to date.
  private var command: String {
    var words = ["suas-run", "generate", "swift"] + paths + ["--output", output]
    if let only { words += ["--only", only.rawValue] }
    if driver { words.append("--driver") }
    return words.joined(separator: " ")
  }

  private func write(
    _ changes: OutputFolder.Changes, to folder: OutputFolder
  ) throws(Diagnostics) {
    try folder.make(changes)
    for file in changes.written { Terminal.write("wrote \(folder.full(file.path))\n") }
    for path in changes.removed { Terminal.write("removed \(folder.full(path))\n") }
  }
}
