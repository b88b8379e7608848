import ArgumentParser
import SuasReports
import SuasScenario
import YAML

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check specs and scenario files without running anything.",
    discussion: """
      Also warns of likely mistakes in valid files, such as an action that no reducer handles.
      """)

  /// The findings other than errors that make the check fail.
  enum Denial: String, ExpressibleByArgument {
    case warnings
  }

  @OptionGroup var files: FileArguments

  @Option(
    help: ArgumentHelp("Fail if there are warnings.", valueName: Denial.warnings.rawValue))
  var deny: Denial?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Write a report: json:FILE, sarif:FILE (for services that scan code), or github, which prints \
      annotations for GitHub Actions; may be repeated. With - as the file, the report goes to \
      standard output and the text to standard error.
      """, valueName: "format:file"))
  var reports: [String] = []

  func validate() throws { _ = try targets() }

  private func targets() throws -> ReportTargets<CheckReportFormat> { try ReportTargets(reports) }

  func run() throws {
    try targets().prepare(sparing: files.paths)
    var report = CheckReport()
    switch try files.found() {
    case .success(let opened):
      guard opened.lines.isEmpty else {
        throw ValidationError("a check looks at whole files: leave out the lines")
      }
      report = checked(opened)
      Terminal.report(report.diagnostics)
      if !report.diagnostics.hasErrors { try tellSound(report) }
    case .failure(.unreadable(let diagnostics)):
      report.diagnostics = diagnostics
      Terminal.report(diagnostics)
    case .failure(.nothing(let message, let help)):
      report.problem = message
      Terminal.complain(message, help: help)
    }
    let isWritten = try targets().write { format, write in
      format.report(report, version: SuasRun.version, write: write)
    }
    let isDenied = deny == .warnings && !report.diagnostics.items.isEmpty
    guard isWritten, report.isSound, !isDenied else { throw ExitStatus.unreadable }
  }

  private func checked(_ opened: FileArguments.Opened) -> CheckReport {
    var loader = opened.loader
    var report = CheckReport()
    for path in opened.files {
      do throws(Diagnostics) {
        _ = try loader.checkFile(path)
      } catch {
        report.diagnostics.add(error)
      }
    }
    ProcessLifetime.keep(loader)
    report.diagnostics.items += loader.warnings.items
    report.soundCount = loader.soundFileCount
    return report
  }

  private func tellSound(_ report: CheckReport) throws {
    let (sound, warnings) = (report.soundCount, report.diagnostics.items.count)
    var text = sound == 1 ? "1 file is sound" : "\(sound) files are sound"
    if warnings > 0 { text += warnings == 1 ? ", 1 warning" : ", \(warnings) warnings" }
    if try targets().takesOutput {
      Terminal.writeError("\(text)\n")
    } else {
      Terminal.write("\(text)\n")
    }
  }
}

extension CheckReport {
  /// True if there was something to check, and no error.
  fileprivate var isSound: Bool { problem == nil && !diagnostics.hasErrors }
}
