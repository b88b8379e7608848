import ArgumentParser
import SuasGenerate
import SuasScenario
import SuasSpec
import YAML

/// The arguments of every `generate` command: the spec, the folder, and the parts that are written.
struct GenerateArguments: ParsableArguments {
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

  @Option(
    help: ArgumentHelp(
      "Write scenarios as tests, too, into this folder; needs '--scenarios'.", valueName: "folder"),
    completion: .directory)
  var tests: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The scenario files, or folders with them, for '--tests'.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var scenarios: [String] = []

  @Option(
    help: ArgumentHelp(
      "The name of the program, such as Todo for TodoState and TodoStore in place of AppState and "
        + "AppStore: for several specs in one module or package.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A folder of its own for the runtime, which several specs share.", valueName: "folder"),
    completion: .directory)
  var runtime: String?

  enum Access: String, ExpressibleByArgument, CaseIterable { case `public`, `internal` }

  @OptionGroup var folder: RootArguments

  func validate() throws {
    if let name, !FixedNames.isProgramName(name) {
      throw ValidationError(
        "'\(name)' is no name of a program: an upper-case letter, and then letters and digits")
    }
    if driver, only != nil {
      throw ValidationError("'--driver' needs the whole program, and not '--only'")
    }
    if tests != nil, only != nil {
      throw ValidationError("'--tests' needs the whole program, and not '--only'")
    }
    guard (tests == nil) == scenarios.isEmpty else {
      throw ValidationError("'--tests' and '--scenarios' need one another")
    }
    let folders = [output, tests, runtime].compactMap(\.self)
    // An empty path would be the root of all folders.
    guard Set(folders).count == folders.count, !folders.contains("") else {
      throw ValidationError("'--output', '--tests' and '--runtime' need a folder each")
    }
  }

  /// The input of a command, read and checked.
  struct Given {
    let spec: CheckedSpec
    /// The path of the spec's first file.
    let source: String
    /// The paths of the spec's files below the root, by their names in messages.
    let paths: [String: String]
    let scenarios: [CheckedScenarioFile]
    /// The path of the spec's first file below the root.
    var path: String { paths[source] ?? source }
  }

  /// The files that a command writes.
  struct Made {
    var program: [GeneratedFile]
    var tests: [GeneratedFile] = []
    /// The folder of the runtime beside a program.
    let runtimeFolder: String
    /// True if the folder is a package's, which a folder of the runtime is, too.
    var isPackage = false
  }

  /// The texts of other programs, and of the runtime that they use.
  func neighbors(_ given: Given) -> [String] {
    let texts = OutputFolder(output).textsBeside(given.path)
    return texts + (runtime.map { OutputFolder($0, isOfRuntime: true).runtimeTexts } ?? [])
  }

  /// The names of the files of the runtime that other programs need, without their extensions.
  ///
  /// - Parameter folder: The folder of the runtime beside a program.
  func runtimeFiles(in folder: String, _ given: Given) -> Set<String> {
    if let runtime {
      return OutputFolder(runtime, isOfRuntime: true).runtimeFiles(in: "", beside: given.path)
    }
    return OutputFolder(output).runtimeFiles(in: folder, beside: given.path)
  }

  /// Writes the files, or compares the folders with them.
  ///
  /// - Parameters:
  ///   - command: The words of the command line that no other language has, its name first.
  ///   - make: Makes the files.
  func run(_ command: [String], _ make: (Given) throws(Diagnostics) -> Made) throws {
    var isStale = false
    do throws(Diagnostics) {
      let loader = Loader(root: folder.root)
      let spec = try loader.checkedSpec(at: paths)
      let made = try make(
        Given(
          spec: spec, source: paths.first ?? "",
          paths: loader.pathsBelowRoot(of: spec, at: paths), scenarios: try scenarioFiles()))
      var folders = [(folder: OutputFolder(output), files: made.program)]
      if let runtime {
        folders[0].files.removeAll(where: \.isRuntime)
        let shared = made.program.filter(\.isRuntime)
        folders.append(
          (
            OutputFolder(runtime, isOfRuntime: true),
            made.isPackage ? shared : shared.map(\.inRuntime)
          ))
      }
      if let tests { folders.append((OutputFolder(tests), made.tests)) }
      // Nothing is written if something is in the way anywhere.
      var changes: [OutputFolder.Changes] = []
      for (folder, files) in folders {
        changes.append(try folder.changes(to: files, from: [made.runtimeFolder]))
      }
      for ((folder, _), changes) in zip(folders, changes) where !changes.isEmpty {
        if check {
          isStale = true
          Terminal.report(Diagnostics([folder.stale(changes, command: line(command))]))
        } else {
          try write(changes, to: folder)
        }
      }
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    if isStale { throw ExitStatus.failed }
  }

  private func scenarioFiles() throws(Diagnostics) -> [CheckedScenarioFile] {
    var loader = Loader(root: folder.root)
    let (files, unsound) = loader.scenarioFiles(try loader.files(named: scenarios))
    if !unsound.isEmpty { throw Diagnostics(unsound.flatMap(\.diagnostics)) }
    return files
  }

  /// The command line that brings the files up to date.
  private func line(_ command: [String]) -> String {
    var words = ["suas-run", "generate", command[0]] + paths + ["--output", output]
    words += command.dropFirst()
    if let only { words += ["--only", only.rawValue] }
    if let name { words += ["--name", name] }
    if let runtime { words += ["--runtime", runtime] }
    if driver { words.append("--driver") }
    if let tests { words += ["--tests", tests, "--scenarios"] + scenarios }
    return words.map(\.shellWord).joined(separator: " ")
  }

  private func write(
    _ changes: OutputFolder.Changes, to folder: OutputFolder
  ) throws(Diagnostics) {
    try folder.make(changes)
    for file in changes.written { Terminal.write("wrote \(folder.full(file.path))\n") }
    for path in changes.removed { Terminal.write("removed \(folder.full(path))\n") }
  }
}
