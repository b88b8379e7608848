import ArgumentParser
import Files
import SuasLog
import SuasReplay
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct ReplayLogs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Do session logs again, and show where the spec does something else.",
    usage: "suas-run replay <log> ... --spec <spec> [<option> ...]",
    discussion: """
      Runs the actions of each log, and the answers to its effects, through the spec, and compares \
      what comes of them with the log. With another version of the spec, this shows what it does \
      differently. A difference that may be due to a sensitive value, which is in no log, is \
      'undecided', and no failure.
      """)

  @Argument(help: ArgumentHelp("Session logs.", valueName: "log"))
  var logs: [String] = []

  @Option(
    help: ArgumentHelp(
      "The spec, or a bundle; repeated for a spec of several files.", valueName: "spec"))
  var spec: [String]

  @Option(
    help: ArgumentHelp(
      "End a replay after the first input that makes this true: CEL on 'store'.",
      valueName: "condition"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      """
      Write a short scenario of what each log shows: a difference, the condition of --until, or else \
      the first refusal.
      """, valueName: "folder"),
    completion: .directory)
  var write: String?

  @Flag(help: "Go on with a log of another spec.")
  var force = false

  @Flag(
    help: """
      Read the paths of logs, one a line, or logs themselves from standard input, and answer each \
      with one line of JSON as soon as it is done.
      """)
  var stdin = false

  @OptionGroup(title: "Reports") var reports: ReplayReportArguments
  @OptionGroup var root: RootArguments
  @OptionGroup var threads: JobsArguments
  @OptionGroup(title: "Limits") var most: LimitArguments

  func validate() throws {
    guard stdin else {
      if logs.isEmpty { throw ValidationError("which logs? Name files, or use --stdin") }
      return
    }
    guard logs.isEmpty, reports.isEmpty, threads.jobs == nil, write == nil else {
      throw ValidationError("--stdin goes with --spec, --until and --force only")
    }
  }

  func run() throws {
    try reports.prepare(sparing: logs + spec)
    let loader = Loader(root: root.root, limits: most.limits)
    var replay: Replay
    do throws(Diagnostics) {
      let spec = try loader.spec(at: spec)
      replay = Replay(on: spec)
      replay.goal = try until.map { text throws(Diagnostics) in try Replay.Goal(text, on: spec) }
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    replay.isForced = force
    replay.makesScenarios = write != nil
    let folder = try write.map(ScenarioFolder.opened)
    Interruption.listen()
    var tally = ReplayTally()
    if stdin {
      try answer(replay, &tally)
    } else {
      try show(replay, folder, &tally)
    }
    if Interruption.hasCome { throw ExitStatus.interrupted }
    try tally.finish()
  }

  /// Does the logs again, several at a time, and shows their outcomes in the order of the logs.
  private func show(
    _ replay: Replay, _ folder: ScenarioFolder?, _ tally: inout ReplayTally
  ) throws {
    let usesErrors = try reports.takeOutput()
    let logs = logs
    let work = OrderedWork(count: logs.count, jobs: threads.chosen) { index in
      replay.result(ofFile: logs[index])
    }
    defer { work.end() }
    var records: [ReplayRecord] = []
    for index in logs.indices {
      guard let result = work.take(index, wait: { !Interruption.hasCome }), !Interruption.hasCome
      else { break }
      var record = ReplayRecord(result, of: logs[index])
      if let folder, case .success(let scenario)? = result.scenario {
        do throws(ScenarioFolder.WriteError) {
          record.scenario = try folder.write(scenario.scenario, named: scenario.fileName, of: spec)
            .line
        } catch {
          error.tell()
          throw ExitStatus.unreadable
        }
      }
      tally.add(record)
      Terminal.write(record, usesErrors: usesErrors)
      if !reports.isEmpty { records.append(record) }
    }
    Terminal.write(tally, usesErrors: usesErrors)
    if try !reports.write(records) { throw ExitStatus.unreadable }
  }

  /// Answers each log that standard input names or holds.
  private func answer(_ replay: Replay, _ tally: inout ReplayTally) throws {
    let input = FileParts(standardInput: ())
    do throws(LogFailure) {
      var logs = try StandardLogs { try input.next() }
      while !Interruption.hasCome, let log = try logs.next() {
        let record = replay.record(of: log)
        tally.add(record)
        Terminal.write(record.json + "\n", as: .json)
      }
    } catch {
      Terminal.complain("standard input, line \(error.line): \(error.message)")
      throw ExitStatus.unreadable
    }
  }
}

/// The reports about replays that are written besides the text.
struct ReplayReportArguments: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Write a report: junit:FILE, json:FILE, html:FILE (a page for a browser), or github, which \
      prints annotations for GitHub Actions; may be repeated. With - as the file, the report goes \
      to standard output and the text to standard error.
      """, valueName: "format:file"))
  var reports: [String] = []

  var isEmpty: Bool { reports.isEmpty }

  func validate() throws { _ = try targets() }

  private func targets() throws -> ReportTargets<ReplayReportFormat> {
    try ReportTargets(reports)
  }

  /// Ends the program if a report cannot be written, before anything is replayed.
  ///
  /// - Parameter inputs: The paths of files that are read, which no report replaces.
  func prepare(sparing inputs: [String]) throws { try targets().prepare(sparing: inputs) }

  /// Returns true if standard output is reserved for a report that allows no text around it.
  func takeOutput() throws -> Bool { try targets().takesOutput }

  /// Writes the reports; returns true if all could be written.
  func write(_ records: [ReplayRecord]) throws -> Bool {
    try targets().write { format, write in format.report(records, write: write) }
  }
}

extension ReplayReportFormat: ReportNotation {}

extension ReplayTally {
  /// Ends the command with the status of the worst outcome.
  func finish() throws {
    if count(of: .unsound) > 0 { throw ExitStatus.unreadable }
    if count(of: .different) + count(of: .reached) > 0 { throw ExitStatus.failed }
  }
}

extension Terminal {
  static func write(_ record: ReplayRecord, usesErrors: Bool) {
    show(usesErrors: usesErrors) { $0.write(record) }
  }

  static func write(_ tally: ReplayTally, usesErrors: Bool) {
    show(usesErrors: usesErrors) { $0.write(tally) }
  }

  private static func show(usesErrors: Bool, _ write: (inout ReplayText) -> Void) {
    var text = ReplayText(style: usesErrors ? errorStyle : outputStyle)
    write(&text)
    if usesErrors { writeError(text.text) } else { Terminal.write(text.text) }
  }
}
