import ArgumentParser
import SuasExplore
import SuasLog
import SuasReplay
import SuasReports
import SuasScenario
import YAML

struct JoinReports: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Join the reports of several processes or machines, and show them.",
    discussion: """
      Joins JSON reports of runs, such as those of the shards of one run, into the report of one \
      run; the JSON of the shards of 'explore' into one; or lines of 'replay --stdin' into one list. \
      The order of the files does not matter. Exit codes: 0 nothing failed; 1 something failed; 2 a \
      report could not be read, or that of a shard is missing.
      """)

  @Argument(
    help: ArgumentHelp(
      "JSON reports, or files of records; - for standard input.", valueName: "file")
  )
  var files: [String]

  @OptionGroup(title: "Reports") var reports: ReportArguments
  @OptionGroup(title: "Coverage") var coverage: CoverageArguments

  func run() throws {
    try reports.prepare(sparing: files)
    try coverage.prepare(sparing: files)
    var joined: JoinedInput
    do throws(ReportFailure) {
      joined = try JoinedInput(files)
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
    switch joined.kind {
    case .replays:
      if coverage.isWanted { throw ValidationError("replays have no coverage") }
      try show(&joined.records)
    case .runs: try show(joined.runs)
    case .searches:
      if coverage.isWanted { throw ValidationError("searches have no coverage") }
      try show(joined.searches)
    }
  }

  /// Shows the records of replays in the order of the names of their logs.
  private func show(_ records: inout [ReplayRecord]) throws {
    let reports = try ReportTargets<ReplayReportFormat>(reports.reports)
    records.sort { $0.log.utf8.lexicographicallyPrecedes($1.log.utf8) }
    var tally = ReplayTally()
    for record in records {
      tally.add(record)
      if record.outcome != .same { Terminal.write(record, usesErrors: reports.takesOutput) }
    }
    Terminal.write(tally, usesErrors: reports.takesOutput)
    let isWritten = reports.write { [records] format, write in format.report(records, write: write)
    }
    guard isWritten else { throw ExitStatus.unreadable }
    try tally.finish()
  }

  /// Shows the shards of a search as one.
  private func show(_ searches: [(file: String, report: SearchReport)]) throws {
    let reports = try ReportTargets<SearchReportFormat>(reports.reports)
    let joined: SearchReport
    do throws(ReportFailure) {
      joined = try SearchReport(joining: searches)
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
    var text = SearchText(style: reports.takesOutput ? Terminal.errorStyle : Terminal.outputStyle)
    text.write(joined)
    if reports.takesOutput { Terminal.writeError(text.text) } else { Terminal.write(text.text) }
    let isWritten = reports.write { _, write in write(joined.json) }
    for shard in joined.missing { Terminal.complain("the report of shard \(shard) is missing") }
    guard isWritten, joined.missing.isEmpty else { throw ExitStatus.unreadable }
    if joined.failed { throw ExitStatus.failed }
  }

  /// Shows runs as one.
  private func show(_ runs: [(file: String, report: RunReport)]) throws {
    let joined: JoinedRuns
    do throws(ReportFailure) {
      joined = try JoinedRuns(runs)
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
    let run = joined.run
    Terminal.report(run.unsound.diagnostics)
    let usesErrors = try reports.takeOutput()
    let count = run.files.reduce(0) { $0 + $1.scenarios.count }
    let screen = RunScreen(total: count, usesErrors: usesErrors)
    for file in run.files {
      screen.show(.began(file: file.name))
      for scenario in file.scenarios { screen.show(.scenario(scenario)) }
      screen.show(.ended(file))
    }
    screen.showSummary(of: run)
    let isCovered = try judgeCoverage(joined.coverage, usesErrors: usesErrors)
    Terminal.report(Diagnostics(run.files.flatMap(\.problems)))
    let isWritten = try reports.write(run, joined.coverage)
    for shard in joined.missing { Terminal.complain("the report of shard \(shard) is missing") }
    if count == 0, run.unsound.isEmpty {
      Terminal.complain("there is no scenario in these reports")
    }
    guard isWritten, joined.missing.isEmpty, count > 0, run.unsound.isEmpty,
      run.files.allSatisfy(\.problems.isEmpty)
    else { throw ExitStatus.unreadable }
    if !run.passed || !isCovered { throw ExitStatus.failed }
  }

  /// Shows the coverage as far as it is asked for, and returns true if it is enough.
  private func judgeCoverage(_ seen: CoverageReport?, usesErrors: Bool) throws -> Bool {
    guard let seen else { return true }
    coverage.show(seen, usesErrors: usesErrors)
    guard coverage.write(seen) else { throw ExitStatus.unreadable }
    return coverage.isReached(by: seen)
  }
}

/// The formats of reports about searches other than the text.
private enum SearchReportFormat: String, CaseIterable, ReportNotation {
  case json

  var notation: ReportFormat.Notation { .json }
  var isForLogs: Bool { false }
}
