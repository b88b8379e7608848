import SuasScenario
import SuasSpec
import YAML

/// Renders failures as lines for a person, without line breaks.
struct FailureText {
  let style: TextStyle

  /// The maximum of differences shown for one failure.
  private static let shownDifferences = 10

  /// Returns the lines of a failure: its message, then, indented, its location and its differences.
  func lines(of failure: Failure) -> [String] {
    var lines = [style.paint(DisplayText.escaped(failure.message), .red)]
    lines.append("  \(style.paint("-->", .blue)) \(DisplayText.escaped("\(failure.place)"))")
    if let rule = failure.rule {
      lines.append("  \(style.paint("rule:", .blue)) \(DisplayText.escaped("\(rule)"))")
    }
    if let writer = failure.writer {
      lines.append(
        "  \(style.paint("last written by:", .blue)) \(DisplayText.escaped("\(writer)"))")
    }
    lines += failure.parts.map { "  " + DisplayText.escaped($0.line) }
    for difference in failure.differences.items.prefix(Self.shownDifferences) {
      lines.append("  \(style.paint(DisplayText.escaped(difference.path), .bold))")
      lines.append("    expected: \(style.paint(text(difference.expected), .green))")
      lines.append("    actual:   \(style.paint(text(difference.actual), .red))")
      lines += difference.parts.map { "      " + DisplayText.escaped($0.line) }
    }
    let hidden = failure.differences.count - Self.shownDifferences
    if hidden > 0 { lines.append("  … and \(hidden) more") }
    return lines
  }

  private func text(_ value: String?) -> String { value.map(DisplayText.escaped) ?? "nothing" }
}
