import YAML

/// Tells a person how a run went.
public struct TextReporter {
  private let style: TextStyle
  private let write: (String) -> Void

  /// - Parameter write: is given whole lines.
  public init(style: TextStyle, write: @escaping (String) -> Void) {
    self.style = style
    self.write = write
  }

  /// How many differences of one failure are shown.
  private static let shownDifferences = 10

  public func report(_ file: FileResult) {
    write(style.paint(DisplayText.escaped(file.name), .bold) + "\n")
    for scenario in file.scenarios {
      let mark = scenario.passed ? style.paint("✓", .green) : style.paint("✗", .red)
      write("  \(mark) \(DisplayText.escaped(scenario.name))\n")
      for failure in scenario.failures { report(failure) }
    }
    for path in file.writtenGoldens {
      write("  \(style.paint("wrote", .yellow)) \(DisplayText.escaped(path))\n")
    }
  }

  private func report(_ failure: Failure) {
    let place = DisplayText.escaped("\(failure.place)")
    write("      \(style.paint(DisplayText.escaped(failure.message), .red))\n")
    write("        \(style.paint("-->", .blue)) \(place)\n")
    if let rule = failure.rule {
      write("        \(style.paint("rule:", .blue)) \(DisplayText.escaped("\(rule)"))\n")
    }
    for difference in failure.differences.prefix(Self.shownDifferences) {
      write("        \(style.paint(DisplayText.escaped(difference.path), .bold))\n")
      write("          expected: \(style.paint(text(difference.expected), .green))\n")
      write("          actual:   \(style.paint(text(difference.actual), .red))\n")
    }
    let hidden = failure.differences.count - Self.shownDifferences
    if hidden > 0 { write("        … and \(hidden) more\n") }
  }

  private func text(_ value: String?) -> String { value.map(DisplayText.escaped) ?? "nothing" }

  /// The last line: how many scenarios passed and failed.
  public func reportSummary(of files: [FileResult]) {
    let scenarios = files.flatMap(\.scenarios)
    let passed = scenarios.count { $0.passed }
    write("\n\(passed) passed, \(scenarios.count - passed) failed\n")
  }
}

extension FileResult {
  /// Whether every scenario passed.
  public var passed: Bool { scenarios.allSatisfy(\.passed) }
}
