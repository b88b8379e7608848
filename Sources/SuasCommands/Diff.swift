import ArgumentParser
import CEL
import SuasDiff
import SuasExplore
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two versions of a spec: what they declare, and what they do.",
    discussion: """
      Shows first what is declared differently, with its meaning for an app that is made for the \
      old version: breaking, compatible, or unseen. Then explores both versions side by side, with \
      the actions and answers that both have, and shows the shortest steps after which state, \
      refusal, notification or effect differs. --write makes scenarios of them, which pass on the \
      old version. Scenario files that name the spec and lie in its folder are run on both; those \
      that have to change are named.

      A version is a spec, a bundle, or REVISION:PATH, a spec at a revision of git, such as \
      main:app.yaml, with the path from the working directory. Exit codes: 0 no difference of the \
      kinds that --fail-on names; 1 some; 2 a file could not be read or written; 64 the command \
      line is wrong; 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp("The old version of the spec.", valueName: "old"),
    completion: .file(extensions: ["yaml"]))
  var old: String

  @Argument(
    help: ArgumentHelp("The new version of the spec.", valueName: "new"),
    completion: .file(extensions: ["yaml"]))
  var new: String

  @Option(
    help: ArgumentHelp(
      "Exit with 1 for differences that are breaking, or in behaviour; may be repeated.",
      valueName: "kind"))
  var failOn: [Kind] = []

  @Option(
    help: ArgumentHelp("Print a report in place of the text.", valueName: "format"))
  var report: Format?

  @Option(
    help: ArgumentHelp(
      """
      Write a scenario for each difference in behaviour into this folder; never replaces a file.
      """, valueName: "folder"), completion: .directory)
  var write: String?

  @OptionGroup(title: "Limits") var limits: ComparisonArguments

  @OptionGroup var files: RootArguments

  /// The kinds of differences that a check may fail on.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case breaking, behaviour
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown, github
  }

  func run() throws {
    Interruption.listen()
    let folder = try write.map(ScenarioFolder.opened)
    let oldVersion = try VersionArgument(old)
    let newVersion = try VersionArgument(new)
    let versions = (
      old: try oldVersion.version(below: files.root), new: try newVersion.version(below: files.root)
    )
    let scenarios = Loader(root: files.root).scenarioSources(
      besideSpecsAt: [oldVersion.path, newVersion.path])
    var settings = limits.settings()
    settings.search.isInterrupted = { Interruption.hasCome }
    var difference: SpecDifference
    do {
      difference = try SpecDifference(
        from: versions.old, to: versions.new, scenarios, settings)
    } catch {
      Terminal.complain("the comparison cannot begin: \(error)")
      throw ExitStatus.unreadable
    }
    let isSaved =
      folder?.hasTaken { (folder) throws(ScenarioFolder.WriteError) in
        try difference.save(into: folder, of: [oldVersion.path])
      } ?? true
    show(difference, revision: newVersion.revision)
    if Interruption.hasCome { throw ExitStatus.interrupted }
    if !isSaved { throw ExitStatus.unreadable }
    let failed = failOn.contains { kind in
      switch kind {
      case .breaking: difference.isBreaking
      case .behaviour: difference.changesBehaviour
      }
    }
    if failed { throw ExitStatus.failed }
  }

  private func show(_ difference: SpecDifference, revision: String?) {
    switch report {
    case .json: Terminal.write(DiffJSON(difference).text, as: .json)
    case .markdown: Terminal.write(DiffMarkdown(difference, of: (old, new)).text)
    case .github: Terminal.write(DiffAnnotations(difference, in: revision).text)
    case nil: Terminal.write(DiffText(difference, style: Terminal.outputStyle).text)
    }
  }
}

/// A version of a spec as the command line names it.
private struct VersionArgument {
  /// The path of the spec's file.
  let path: String
  /// The name of the revision that has the file; nil for the disk.
  let revision: String?

  /// - Throws: a version without a path.
  init(_ text: String) throws {
    guard !Loader.exists(text), let colon = Self.colon(in: text) else {
      path = text
      revision = nil
      return
    }
    path = String(text[text.index(after: colon)...])
    revision = String(text[..<colon])
    guard !path.isEmpty, colon != text.startIndex else {
      throw ValidationError(
        "a version is a file or REVISION:PATH, not '\(DisplayText.escaped(text))'")
    }
  }

  /// The colon before the path. The names of branches and tags have none (git-check-ref-format);
  /// the times in `@{…}` do.
  private static func colon(in text: String) -> String.Index? {
    var depth = 0
    return text.indices.first { index in
      switch text[index] {
      case "{": depth += 1
      case "}": depth -= 1
      default: break
      }
      return text[index] == ":" && depth == 0
    }
  }

  /// Reads the version, or ends the program with the reason.
  func version(below root: String?) throws -> SpecVersion {
    let revision = try revision.map(GitRevision.opened)
    do throws(Diagnostics) {
      return try SpecVersion(try Loader(root: root).spec(at: [path], in: revision))
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
  }
}

/// The limits of the exploration of two versions.
struct ComparisonArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The largest number of states in which the versions are compared.", valueName: "states"))
  var maxStates = DiffSettings().search.mostStates

  @Option(
    help: ArgumentHelp(
      "The largest number of steps that are tried on both.", valueName: "steps"))
  var maxAttempts = DiffSettings().mostAttempts

  @Option(help: ArgumentHelp("The largest number of steps to look ahead.", valueName: "steps"))
  var maxDepth = DiffSettings().search.deepest

  @Option(
    help: ArgumentHelp("Do not continue from larger lists or maps.", valueName: "elements"))
  var maxSize = DiffSettings().search.largest

  @Option(
    help: ArgumentHelp("End after this time, such as 30s.", valueName: "duration"),
    transform: { try SearchArguments.duration($0, of: "--time") })
  var time: CEL.Duration?

  @Option(
    help: ArgumentHelp(
      "The memory for states, such as 512M or 2G. (default: 1G)", valueName: "bytes"),
    transform: { try SearchArguments.byteCount($0, of: "--max-memory") })
  var maxMemory = DiffSettings().search.memory

  func validate() throws {
    try SearchArguments.requireAboveZero([
      ("--max-states", maxStates), ("--max-attempts", maxAttempts), ("--max-depth", maxDepth),
      ("--max-size", maxSize),
    ])
  }

  func settings() -> DiffSettings {
    var settings = DiffSettings()
    settings.search.mostStates = maxStates
    settings.mostAttempts = maxAttempts
    settings.search.deepest = maxDepth
    settings.search.largest = maxSize
    settings.search.time = time
    settings.search.memory = maxMemory
    return settings
  }
}
