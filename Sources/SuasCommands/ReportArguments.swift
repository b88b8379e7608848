import ArgumentParser
import SuasReports
import SuasScenario
import YAML

/// The options for reports that are written in addition to the text.
struct ReportArguments: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Write a report: junit:FILE, json:FILE, html:FILE (a page for a browser), or github, which \
      prints annotations for GitHub Actions; may be repeated. With - as the file, the report goes \
      to standard output and the text to standard error.
      """, valueName: "format:file"))
  var reports: [String] = []

  func validate() throws { _ = try targets() }

  private func targets() throws -> ReportTargets<ReportFormat> { try ReportTargets(reports) }

  /// Ends the program if a report cannot be written, before anything is run.
  ///
  /// - Parameter inputs: The paths of files that are read, which no report replaces.
  func prepare(sparing inputs: [String] = []) throws { try targets().prepare(sparing: inputs) }

  /// Returns the amount of data that the runner has to record for the reports.
  func recording() throws -> Runner.Recording {
    try targets().formats.map(\.recording).max() ?? .outcome
  }

  /// Returns true if any report includes the coverage of the specs.
  func tellsCoverage() throws -> Bool { try targets().formats.contains(where: \.tellsCoverage) }

  /// Returns true if standard output is reserved for a report that allows no text around it.
  func takeOutput() throws -> Bool { try targets().takesOutput }

  /// Returns true if a report goes to a file, or to standard output for `-`.
  func go(to path: String) throws -> Bool { try targets().go(to: path) }

  /// Writes the reports of a run.
  ///
  /// - Returns: true if all could be written.
  func write(_ run: RunResult, _ coverage: CoverageReport?) throws -> Bool {
    try targets().write { format, write in format.report(run, coverage: coverage, write: write) }
  }
}

extension ReportFile {
  /// Rejects the command line if a report would replace a spec or scenario.
  static func checkName(_ path: String) throws {
    guard isTaken(path) else { return }
    throw ValidationError(
      "'\(DisplayText.escaped(path))' is the name of a spec or scenario, and no report takes its place"
    )
  }

  /// Ends the program if a report cannot be written, as far as that can be determined beforehand.
  ///
  /// - Parameter inputs: The paths of files that are read, which no report replaces.
  static func prepare(_ path: String, sparing inputs: [String] = []) throws {
    do throws(Problem) {
      _ = try ReportFile(at: path, sparing: inputs)
    } catch {
      tell(error, of: path)
      throw ExitStatus.unreadable
    }
  }

  /// Writes the bytes of a file that was found to be writable before.
  ///
  /// - Returns: false if it could not be written; the reason has been printed.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    attempt(path) { file throws(Problem) in try file.write(bytes) }
  }

  /// Writes a report that was found to be writable before the run.
  ///
  /// - Returns: false if it could not be written; the reason has been printed.
  static func write(to path: String, _ body: (@escaping (String) -> Void) -> Void) -> Bool {
    attempt(path) { file throws(Problem) in try file.write(body) }
  }

  private static func attempt(
    _ path: String, _ write: (ReportFile) throws(Problem) -> Void
  ) -> Bool {
    do throws(Problem) {
      try write(ReportFile(at: path))
      return true
    } catch {
      tell(error, of: path)
      return false
    }
  }

  static func tell(_ problem: Problem, of path: String) {
    Terminal.complain("the report '\(path)' cannot be written: \(problem.reason)")
  }
}
