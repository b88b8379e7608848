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

  @OptionGroup var folder: RootArguments

  func validate() throws {
    if driver, only != nil {
      throw ValidationError("'--driver' needs the whole program, and not '--only'")
    }
  }

  /// Writes the files, or compares the folder with them.
  ///
  /// - Parameters:
  ///   - command: The words of the command line that no other language has, its name first.
  ///   - files: Makes the files from the spec and the path of its first file.
  func run(
    _ command: [String],
    _ files: (CheckedSpec, String) throws(Diagnostics) -> [GeneratedFile]
  ) throws {
    var isStale = false
    do throws(Diagnostics) {
      let spec = try Loader(root: folder.root).checkedSpec(at: paths)
      let files = try files(spec, paths.first ?? "")
      let folder = OutputFolder(output)
      let changes = try folder.changes(to: files)
      if check {
        isStale = !changes.isEmpty
        if isStale {
          Terminal.report(Diagnostics([folder.stale(changes, command: line(command))]))
        }
      } else {
        try write(changes, to: folder)
      }
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    if isStale { throw ExitStatus.failed }
  }

  /// The command line that brings the files up to date.
  private func line(_ command: [String]) -> String {
    var words = ["suas-run", "generate", command[0]] + paths + ["--output", output]
    words += command.dropFirst()
    if let only { words += ["--only", only.rawValue] }
    if driver { words.append("--driver") }
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

extension String {
  /// The text as one word of a shell's command line.
  fileprivate var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
    }
    if isPlain, !isEmpty { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
