import ArgumentParser
import SuasScenario
import SuasSpec
import YAML

/// The files and folders that a command works on.
struct FileArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      Files or folders; for a folder, every *.scenario.yaml below it. FILE:LINE selects the \
      scenario, or the row of examples, at that line; FILE:LINE,LINE several.
      """, valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String] = []

  static let missing = "Missing expected argument '<file> ...'"

  @Option(
    help: ArgumentHelp(
      """
      Read files only below this folder; by default, below the working directory, or below the \
      folder of a file that lies outside it.
      """, valueName: "folder"), completion: .directory)
  var root: String?

  /// The files that a command line names, at least one, and the lines selected in some of them.
  typealias Opened = (loader: Loader, files: [String], lines: LineSelection)

  /// The reason why there are no files.
  enum Failure: Error {
    case unreadable(Diagnostics)
    case nothing(String, help: String?)
  }

  /// Returns a loader and the selected files; ends the program if there are none.
  func open(limits: Limits = Limits()) throws -> Opened {
    switch try found(limits: limits) {
    case .success(let opened): return opened
    case .failure(.unreadable(let diagnostics)): Terminal.report(diagnostics)
    case .failure(.nothing(let message, let help)): Terminal.complain(message, help: help)
    }
    throw ExitStatus.unreadable
  }

  /// Returns a loader and the selected files, or the reason why there are none.
  ///
  /// - Throws: A mistake in the command line.
  func found(limits: Limits = Limits()) throws -> Result<Opened, Failure> {
    // Checked only here, so that an unknown option is reported first.
    if paths.isEmpty { throw ValidationError(Self.missing) }
    try rejectMistypedCommand()
    try RootArguments.check(root)
    var loader = Loader(root: root, limits: limits)
    let references = paths.map(FileReference.init)
    for reference in references where !reference.lines.isEmpty && Loader.isFolder(reference.path) {
      throw ValidationError(
        "'\(DisplayText.escaped(reference.path))' is a folder, and has no lines")
    }
    for reference in references where reference.lines.isEmpty {
      try rejectMistypedLine(reference.path)
    }
    do throws(Diagnostics) {
      let files = try loader.files(named: references.map(\.path))
      let whole = references.filter(\.lines.isEmpty).map(\.path)
      let lines = LineSelection(references, besides: try loader.files(named: whole))
      return files.isEmpty ? .failure(nothing) : .success((loader, files, lines))
    } catch {
      return .failure(.unreadable(error))
    }
  }

  /// The failure of folders without scenario files.
  private var nothing: Failure {
    .nothing(
      "there is no *.scenario.yaml below \(paths.map { "'\($0)'" }.joined(separator: ", "))",
      help: Loader.passedOver(below: paths).map {
        $0.hasSuffix(".yml")
          ? "in folders only what ends in .scenario.yaml is looked for, not '\($0)'"
          : "in folders only what ends in .scenario.yaml is looked for; name others themselves: \($0)"
      })
  }

  /// Rejects an argument with a colon after the name of an existing file if the rest is not a list
  /// of lines.
  private func rejectMistypedLine(_ argument: String) throws {
    guard let colon = argument.lastIndex(of: ":"), !Loader.exists(argument),
      Loader.exists(String(argument[..<colon]))
    else { return }
    throw ValidationError(
      """
      '\(DisplayText.escaped(argument))' names no line of a file: lines are counted from 1, as in \
      FILE:12 or FILE:12,40
      """)
  }

  /// Rejects a first argument that is not a file but is a command's name, or similar to one, with a
  /// better message than that for a missing file.
  private func rejectMistypedCommand() throws {
    guard let word = paths.first, !word.contains("/"), !word.contains("."),
      !Loader.exists(word)
    else { return }
    let commands = SuasRun.configuration.subcommands.map { $0._commandName } + ["help"]
    if commands.contains(word) {
      throw ValidationError(
        "options stand after the command: write 'suas-run \(DisplayText.escaped(word)) …'")
    }
    if let near = suggestion(for: word, among: commands) {
      throw ValidationError(
        "there is no command and no file '\(DisplayText.escaped(word))'; did you mean 'suas-run \(near)'?"
      )
    }
  }
}
