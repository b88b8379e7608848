import SuasScenario
import SuasSpec
import YAML

/// Reports the coverage of specs to a person, with the outcomes that are missing.
public struct CoverageReporter {
  private let style: TextStyle
  private let write: (String) -> Void

  /// - Parameters:
  ///   - style: The style, with or without colours.
  ///   - write: Receives the parts of the text, one after the other.
  public init(style: TextStyle, write: @escaping (String) -> Void) {
    self.style = style
    self.write = write
  }

  public func report(_ report: CoverageReport) {
    write("\n")
    for file in report.files { self.report(file) }
    let tally = report.tally
    write("\(style.paint("covered:", .bold)) \(text(of: tally))\n")
  }

  private func report(_ file: CoveredFile) {
    write("\(style.paint(DisplayText.escaped(file.path), .bold)): \(text(of: file.tally))\n")
    let missing = file.points.compactMap { point in
      point.missing.map { (snippet: Snippet(of: point.point.place), text: $0) }
    }
    guard let last = missing.last else { return }
    let width = String(last.snippet.lineNumber).utf8.count
    let bar = style.paint("|", .blue)
    let margin = String(repeating: " ", count: width + 1) + bar
    var line = 0
    for (snippet, text) in missing {
      if snippet.lineNumber != line {
        line = snippet.lineNumber
        let number = String(line)
        let padding = String(repeating: " ", count: width - number.utf8.count)
        write("\(margin)\n\(padding)\(style.paint(number, .blue)) \(bar) \(snippet.text)\n")
      }
      let carets = String(repeating: "^", count: snippet.carets)
      let indent = String(repeating: " ", count: snippet.indent)
      write(
        "\(margin) \(indent)\(style.paint("\(carets) \(DisplayText.escaped(text))", .yellow))\n")
    }
    write("\n")
  }

  private func text(of tally: CoverageTally) -> String {
    let percent = style.paint(
      "\(tally.percentText) %", tally.seen == tally.total ? .green : .yellow)
    guard tally.total > 0 else { return "\(percent), nothing to cover" }
    return "\(percent), \(tally.seen) of \(tally.total) outcomes"
  }
}
