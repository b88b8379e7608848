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

  /// A requested report.
  private struct Target {
    let argument: String
    let format: ReportFormat
    /// The path of the file; `nil` for standard output.
    let path: String?
  }

  func validate() throws {
    var seen: Set<String> = []
    for target in try targets() {
      let destination = target.path ?? "standard output"
      guard seen.insert(destination).inserted else {
        throw ValidationError("two reports go to \(quoted(destination))")
      }
      try target.path.map(ReportFile.checkName)
    }
  }

  /// Ends the program if a report cannot be written, before anything is run.
  func prepare() throws { for target in try targets() { try target.path.map(ReportFile.prepare) } }

  /// Returns the amount of data that the runner has to record for the reports.
  func recording() throws -> Runner.Recording {
    try targets().map(\.format.recording).max() ?? .outcome
  }

  /// Returns true if any report includes the coverage of the specs.
  func tellsCoverage() throws -> Bool { try targets().contains(where: \.format.tellsCoverage) }

  /// Returns true if standard output is reserved for a report that allows no text around it.
  func takeOutput() throws -> Bool {
    try targets().contains { $0.path == nil && !$0.format.isForLogs }
  }

  /// Writes the reports of a run.
  ///
  /// - Returns: true if all could be written.
  func write(_ run: RunResult, _ coverage: CoverageReport?) throws -> Bool {
    var isWhole = true
    for target in try targets() {
      guard let path = target.path else {
        target.format.report(
          run, coverage: coverage, write: Terminal.writer(target.format.notation))
        continue
      }
      let isWritten = ReportFile.write(to: path) { write in
        target.format.report(run, coverage: coverage, write: write)
      }
      if !isWritten { isWhole = false }
    }
    return isWhole
  }

  private func targets() throws -> [Target] {
    try reports.map { argument in
      let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = ReportFormat(rawValue: String(parts[0])) else {
        let known = ReportFormat.allCases.map(\.rawValue)
        let near = suggestion(for: String(parts[0]), among: known)
        throw ValidationError(
          "there is no report \(quoted(String(parts[0]))); "
            + (near.map { "did you mean '\($0)'?" } ?? "there are \(known.joined(separator: ", "))")
        )
      }
      let path = parts.count > 1 ? String(parts[1]) : format.isForLogs ? "-" : ""
      guard !path.isEmpty else {
        throw ValidationError("--report \(format.rawValue) needs a file: \(format.rawValue):FILE")
      }
      return Target(argument: argument, format: format, path: path == "-" ? nil : path)
    }
  }

  private func quoted(_ text: String) -> String { "'\(DisplayText.escaped(text))'" }
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
  static func prepare(_ path: String) throws {
    do throws(Problem) {
      _ = try ReportFile(at: path)
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

  private static func tell(_ problem: Problem, of path: String) {
    Terminal.complain("the report '\(path)' cannot be written: \(problem.reason)")
  }
}
