import ArgumentParser
import SuasExplore
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct Explore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Search the states that an app can reach for one that breaks a promise.",
    discussion: """
      Goes from state to state: sends actions with payloads generated from their types, answers \
      effects and moves the clock. Checks invariants, transitions and the constraints of fields, \
      and that actions cause no errors except those of 'fail' and of --allow-error. Violations are \
      shortened, explained, and with --write written as scenarios. For goals under 'reachable', \
      the path to them is shown, and written too; for those under 'always-reachable', the path into a \
      state from which nothing leads there. A search that saw all that it could fails for a goal \
      that it did not reach; the first line of any other says that it is incomplete, and what to \
      try next.

      With --migrations, states of earlier versions are restored instead: those that the types and \
      samples of each frozen shape allow, up to --max-states for all versions together. What is \
      lost is reported with the smallest such state, and with --write as a scenario that fails.

      The same seed gives the same search and the same output for any number of jobs, unless \
      --time ends the search. Ctrl-C ends it and prints the findings so far. Exit codes: 0 no \
      violation; 1 some violation or loss, a goal that a complete search did not reach, or nothing \
      judged; \
      2 a file could not be read or written; 64 the command line is \
      wrong; 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp("The files of one spec.", valueName: "spec"),
    completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @OptionGroup var search: SearchArguments

  @Option(
    help: ArgumentHelp("Begin where a scenario of this file ends.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The scenario in the --from file; by default the first.", valueName: "name"))
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "Write a scenario for each violation and goal into this folder; never replaces a file.",
      valueName: "folder"), completion: .directory)
  var write: String?

  @Option(
    help: ArgumentHelp(
      """
      Search one of several shards, such as 2/4, on a machine of its own; 'report' joins the JSON of \
      all.
      """, valueName: "i/n"))
  var shard: String?

  @Flag(help: "Do not end the app and start it again, for a spec with a section 'saved'.")
  var noRestarts = false

  @Flag(help: "Restore states that earlier versions may have saved, in place of the search.")
  var migrations = false

  @Flag(help: "Print the findings as JSON.")
  var json = false

  @Flag(help: "Print the graph of the states for Graphviz, if there are few.")
  var dot = false

  @Flag(help: "Print the graph of the states for Mermaid, if there are few.")
  var mermaid = false

  @OptionGroup var files: RootArguments

  @OptionGroup var most: LimitArguments

  /// The greatest number of states in a drawing that is still readable.
  private static let mostDrawn = 500

  func validate() throws {
    guard [json, dot, mermaid].count(where: { $0 }) < 2 else {
      throw ValidationError("--json, --dot and --mermaid exclude one another")
    }
    if migrations { try validateMigrations() }
    guard scenario == nil || from != nil else {
      throw ValidationError("--scenario names one of a file that --from names")
    }
    if dot || mermaid, search.strategy.isWalk {
      throw ValidationError("a graph is drawn of a breadth-first search only")
    }
    if let shard {
      guard Shard(shard) != nil else { throw SelectionArguments.mistake(inShard: shard) }
      if dot || mermaid {
        throw ValidationError("a graph is drawn of a whole search, not of a shard")
      }
    }
  }

  func run() throws {
    var loader = Loader(root: files.root, limits: most.limits)
    let expedition: Loader.Expedition
    do throws(Diagnostics) {
      expedition = try loader.expedition(of: paths, from: from, scenario: scenario)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    var settings = try search.settings(for: expedition.spec)
    settings.isInterrupted = { Interruption.hasCome }
    let folder = try write.map(ScenarioFolder.opened)
    if migrations {
      return try searchMigrations(
        of: expedition, loader.scenarios(beside: expedition), settings, folder)
    }
    settings.restarts = !noRestarts
    if dot || mermaid { settings.strategy = .breadthFirst }
    settings.consult(loader.scenarios(beside: expedition), of: expedition.spec)
    if dot || mermaid {
      settings.drawing = Self.mostDrawn
      settings.mostStates = min(settings.mostStates, Self.mostDrawn)
    }
    settings.shard = shard.flatMap(Shard.init)
    let explorer = Explorer(expedition.spec, from: expedition.opening, settings)
    let progress = SearchProgress()
    Interruption.listen()
    var exploration: Exploration
    do throws(CommandError) {
      exploration = try found(by: explorer, progress)
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
    let isSaved =
      folder?.hasTaken { (folder) throws(ScenarioFolder.WriteError) in
        try exploration.save(into: folder, of: expedition.specPaths)
      } ?? true
    var report = SearchReport(exploration, settings)
    report.next = report.nextSearch(settings).map(command)
    if dot || mermaid {
      try draw(exploration, of: expedition, settings)
    } else if json {
      Terminal.write(report.json, as: .json)
    } else {
      var text = SearchText(style: Terminal.outputStyle)
      text.write(report)
      Terminal.write(text.text)
    }
    if !isSaved { throw ExitStatus.unreadable }
    if Interruption.hasCome { throw ExitStatus.interrupted }
    if report.failed { throw ExitStatus.failed }
  }

  /// Returns the command line for a search with other options.
  private func command(of next: NextSearch) -> String {
    var words = ["suas-run", "explore"] + paths + search.words(changing: next)
    for (option, value) in [("--from", from), ("--scenario", scenario), ("--write", write)] {
      if let value { words += [option, value] }
    }
    if let shard { words += ["--shard", shard] }
    if let root = files.root { words += ["--root", root] }
    words += most.words
    return words.map(\.shellWord).joined(separator: " ")
  }

  /// The reason why there are no results.
  private struct CommandError: Error {
    let message: String
  }

  private func found(
    by explorer: Explorer, _ progress: SearchProgress
  ) throws(CommandError) -> Exploration {
    defer { progress.erase() }
    do {
      return try explorer.run(report: progress.show)
    } catch {
      throw CommandError(message: "the search cannot begin: \(error)")
    }
  }

  private func draw(
    _ exploration: Exploration, of expedition: Loader.Expedition, _ settings: ExploreSettings
  ) throws {
    guard exploration.statistics.ending != .states, let graph = exploration.graph else {
      Terminal.complain(
        settings.mostStates < Self.mostDrawn
          ? "there are more than the \(settings.mostStates) states of --max-states"
          : "there are more than \(Self.mostDrawn) states, which nobody could see in a drawing")
      throw ExitStatus.unreadable
    }
    let language: GraphText.Language = dot ? .dot : .mermaid
    Terminal.write(GraphText(graph, of: expedition.spec, as: language).text)
  }
}
