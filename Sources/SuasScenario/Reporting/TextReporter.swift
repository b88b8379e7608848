import YAML

/// Tells a person how a run went.
public struct TextReporter {
  private let style: TextStyle
  private let write: (String) -> Void

  /// - Parameters:
  ///   - style: whether the text has colours.
  ///   - write: is given parts of the text, one after the other.
  public init(style: TextStyle, write: @escaping (String) -> Void) {
    self.style = style
    self.write = write
  }

  /// How many differences of one failure are shown.
  private static let shownDifferences = 10

  public func report(_ file: FileResult) {
    write(style.paint(DisplayText.escaped(file.name), .bold) + "\n")
    for scenario in file.scenarios { report(scenario) }
    for path in file.strayGoldens {
      write(
        "  \(style.paint("✗", .red)) no step names the golden file "
          + "'\(DisplayText.escaped(path))'; --prune removes it\n")
    }
    for path in file.writtenGoldens { report("wrote", path) }
    for path in file.prunedGoldens { report("removed", path) }
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
    for account in scenario.accounts { trace.write(account) }
    write(trace.text)
    for remark in scenario.remarks {
      switch remark {
      case .note(let text): write("      \(DisplayText.escaped(text))\n")
      case .failure(let failure): if scenario.failed { report(failure) }
      }
    }
  }

  private func report(_ failure: Failure) {
    let place = DisplayText.escaped("\(failure.place)")
    write("      \(style.paint(DisplayText.escaped(failure.message), .red))\n")
    write("        \(style.paint("-->", .blue)) \(place)\n")
    if let rule = failure.rule {
      write("        \(style.paint("rule:", .blue)) \(DisplayText.escaped("\(rule)"))\n")
    }
    if let writer = failure.writer {
      write("        \(style.paint("last written by:", .blue)) ")
      write("\(DisplayText.escaped("\(writer)"))\n")
    }
    for difference in failure.differences.items.prefix(Self.shownDifferences) {
      write("        \(style.paint(DisplayText.escaped(difference.path), .bold))\n")
      write("          expected: \(style.paint(text(difference.expected), .green))\n")
      write("          actual:   \(style.paint(text(difference.actual), .red))\n")
    }
    let hidden = failure.differences.count - Self.shownDifferences
    if hidden > 0 { write("        … and \(hidden) more\n") }
  }

  private func text(_ value: String?) -> String { value.map(DisplayText.escaped) ?? "nothing" }

  /// The last line: how much passed and failed, and how many scenarios were skipped.
  ///
  /// A golden file that no step names counts as one more that failed.
  public func reportSummary(of files: [FileResult]) {
    let scenarios = files.flatMap(\.scenarios)
    let failed = scenarios.count(where: \.failed) + files.reduce(0) { $0 + $1.strayGoldens.count }
    let skipped = scenarios.count { $0.skip != nil }
    write(
      "\n\(scenarios.count(where: \.passed)) passed, \(failed) failed"
        + (skipped > 0 ? ", \(skipped) skipped\n" : "\n"))
  }
}
