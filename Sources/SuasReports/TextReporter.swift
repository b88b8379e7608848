import SuasScenario
import YAML

/// Reports the progress of a run to a person.
public struct TextReporter {
  private let style: TextStyle
  private let showsTimes: Bool
  private let write: (String) -> Void
  private var failures: FailureText { FailureText(style: style) }

  /// - Parameters:
  ///   - style: The style, with or without colours.
  ///   - showsTimes: True to show the duration of the run, if the run has one.
  ///   - write: Receives the parts of the text, one after the other.
  public init(
    style: TextStyle, showsTimes: Bool = false, write: @escaping (String) -> Void
  ) {
    self.style = style
    self.showsTimes = showsTimes
    self.write = write
  }

  public func report(_ event: RunEvent) {
    switch event {
    case .began(let file): write(style.paint(DisplayText.escaped(file), .bold) + "\n")
    case .scenario(let scenario): report(scenario)
    case .ended(let file):
      for path in file.strayGoldens {
        write(
          "  \(style.paint("✗", .red)) no step names the golden file "
            + "'\(DisplayText.escaped(path))'; --prune removes it\n")
      }
      for path in file.writtenGoldens { report("wrote", path) }
      for path in file.prunedGoldens { report("removed", path) }
    case .waiting: break
    }
  }

  private func report(_ deed: String, _ path: String) {
    write("  \(style.paint(deed, .yellow)) \(DisplayText.escaped(path))\n")
  }

  private func report(_ scenario: ScenarioResult) {
    let (mark, reason) =
      if let reason = scenario.skip {
        (style.paint("-", .yellow), " (skipped: \(reason))")
      } else if let reason = scenario.xfail {
        (style.paint("✓", .green), " (fails as expected: \(reason))")
      } else {
        (scenario.passed ? style.paint("✓", .green) : style.paint("✗", .red), "")
      }
    write("  \(mark) \(DisplayText.escaped(scenario.name + reason))\n")
    var trace = TraceText(style: style, margin: 6)
    for step in scenario.steps { trace.write(step) }
    write(trace.text)
    let hasFailed = scenario.failed
    for remark in scenario.remarks {
      switch remark {
      case .note(let text): write("      \(DisplayText.escaped(text))\n")
      case .failure(let failure):
        guard hasFailed else { continue }
        for line in failures.lines(of: failure) { write("      \(line)\n") }
      }
    }
  }

  /// Writes the last line: the numbers of scenarios passed, failed, skipped and not run.
  public func reportSummary(of run: RunResult) {
    let counts = RunCounts(run)
    var parts = ["\(counts.passed) passed", "\(counts.failed) failed"]
    if counts.skipped > 0 { parts.append("\(counts.skipped) skipped") }
    if run.notRun > 0 { parts.append("\(run.notRun) not run") }
    let time = (showsTimes ? run.duration : nil).map { " in \($0.seconds) s" } ?? ""
    write("\n\(parts.joined(separator: ", "))\(time)\n")
  }
}
