import ArgumentParser
import SuasGenerate
import SuasScenario
import SuasSpec
import YAML

struct GenerateKotlin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kotlin",
    abstract: "Write a spec as Kotlin for the JVM and Android.",
    discussion: """
      Writes types, actions, reducers, selectors, listeners, middleware, effects and conditions, and \
      the runtime that they need. Files that were not generated are never replaced. Several files \
      make up one spec.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec.", valueName: "spec"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Option(
    help: ArgumentHelp("The folder for the files.", valueName: "folder"), completion: .directory)
  var output: String

  @Option(
    name: .customLong("package"),
    help: ArgumentHelp("The package of the program, such as com.example.app.", valueName: "name"))
  var packageName: String

  @Flag(help: "Write nothing, and fail if the files are not what would be written.")
  var check = false

  @Option(help: ArgumentHelp("Write only this part: types and actions, coded as JSON."))
  var only: GenerateSwift.Part?

  @Flag(help: "Write a program that 'suas-run' can run scenarios on.")
  var driver = false

  @OptionGroup var folder: RootArguments

  func validate() throws {
    if driver, only != nil {
      throw ValidationError("'--driver' needs the whole program, and not '--only'")
    }
    guard KotlinGenerator.isPackage(packageName) else {
      throw ValidationError(
        "'\(packageName)' is no name of a package: names such as com.example.app, none of them a keyword"
      )
    }
  }

  func run() throws {
    var isStale = false
    do throws(Diagnostics) {
      let spec = try Loader(root: folder.root).checkedSpec(at: paths)
      var options = KotlinGenerator.Options()
      options.packageName = packageName
      options.isTypesOnly = only == .types
      options.hasDriver = driver
      let generator = KotlinGenerator(
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
    var words = ["suas-run", "generate", "kotlin"] + paths
    words += ["--output", output, "--package", packageName]
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
