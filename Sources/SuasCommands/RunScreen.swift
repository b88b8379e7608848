import SuasScenario
import YAML

/// What a person sees of a run: the text, and on a terminal how far it is.
struct RunScreen {
  private let reporter: TextReporter
  private let progress: RunProgress?

  /// - Parameters:
  ///   - total: How many scenarios are run.
  ///   - usesErrors: Whether the text goes to standard error, as the output is something else.
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
