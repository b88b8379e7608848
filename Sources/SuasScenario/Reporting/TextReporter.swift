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
    write(style.bold(file.name.printable) + "\n")
    for scenario in file.scenarios {
      let mark = scenario.passed ? style.green("✓") : style.red("✗")
      write("  \(mark) \(scenario.name.printable)\n")
      for failure in scenario.failures { report(failure) }
    }
    for path in file.writtenGoldens { write("  \(style.yellow("wrote")) \(path.printable)\n") }
  }

  private func report(_ failure: Failure) {
    let place = "\(failure.place.source.name.printable):\(failure.place.start)"
    write("      \(style.red(failure.message.printable))\n")
    write("        \(style.blue("-->")) \(place)\n")
    for difference in failure.differences.prefix(Self.shownDifferences) {
      write("        \(style.bold(difference.path.printable))\n")
      write("          expected: \(style.green(text(difference.expected)))\n")
      write("          actual:   \(style.red(text(difference.actual)))\n")
    }
    let hidden = failure.differences.count - Self.shownDifferences
    if hidden > 0 { write("        … and \(hidden) more\n") }
  }

  private func text(_ value: String?) -> String { value?.printable ?? "nothing" }

  /// The last line: how many scenarios passed and failed.
  public func reportSummary(of files: [FileResult]) {
    let scenarios = files.flatMap(\.scenarios)
    let passed = scenarios.count { $0.passed }
    let line = "\(passed) passed, \(scenarios.count - passed) failed"
    write((files.isEmpty ? "" : "\n") + line + "\n")
  }
}

extension FileResult {
  /// Whether every scenario passed.
  public var passed: Bool { scenarios.allSatisfy(\.passed) }
}
