import SuasReports
import SuasScenario
import YAML

/// Shows a run to people: the text and, on a terminal, the progress.
struct RunScreen {
  private let reporter: TextReporter
  private let progress: RunProgress?

  /// - Parameters:
  ///   - total: The number of scenarios in the run.
  ///   - usesErrors: True if the text goes to standard error, because standard output is used
  ///     otherwise.
  init(total: Int, usesErrors: Bool) {
    if usesErrors {
      reporter = TextReporter(
        style: Terminal.errorStyle, showsTimes: Terminal.errorIsTerminal,
        write: Terminal.writeError)
    } else {
      reporter = TextReporter(
        style: Terminal.outputStyle, showsTimes: Terminal.outputIsTerminal, write: Terminal.write)
    }
    progress = RunProgress(total: total)
  }

  func show(_ event: RunEvent) {
    progress?.note(event)
    if case .waiting = event {
    } else {
      progress?.erase()
      reporter.report(event)
    }
    progress?.show()
  }

  func showSummary(of run: RunResult) {
    progress?.erase()
    if !run.files.isEmpty { reporter.reportSummary(of: run) }
  }
}
