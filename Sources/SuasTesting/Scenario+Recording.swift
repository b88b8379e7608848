import SuasScenario
import SuasSpec
import Testing
import YAML

/// Records the result of a run as issues at the lines of YAML.
func record(_ result: FileResult) throws {
  for path in result.writtenGoldens {
    Issue.record(
      "wrote the golden file '\(DisplayText.escaped(path))', which was missing or different",
      sourceLocation: .file(result.name))
  }
  record(Diagnostics(result.problems))
  for scenario in result.scenarios {
    let place = SourceLocation(scenario.place)
    if let reason = scenario.skip {
      #if compiler(>=6.3)
        try Test.cancel(Comment(rawValue: DisplayText.escaped(reason)), sourceLocation: place)
      #else
        return
      #endif
    }
    guard let reason = scenario.xfail else {
      for failure in scenario.failures { record(failure) }
      continue
    }
    withKnownIssue(Comment(rawValue: DisplayText.escaped(reason)), sourceLocation: place) {
      for failure in scenario.failures { record(failure) }
    }
  }
}

func record(_ diagnostics: Diagnostics) {
  for diagnostic in diagnostics.items where diagnostic.severity == .error {
    let text = Diagnostics([diagnostic]).explainingTraps().render(.plain)
    Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(diagnostic.place))
  }
}

private func record(_ failure: Failure) {
  Issue.record(Comment(rawValue: failure.text), sourceLocation: SourceLocation(failure.place))
}

extension Failure {
  /// The maximum number of differences shown.
  private static let shownDifferences = 10

  /// The failure as several lines of text.
  fileprivate var text: String {
    var lines = [message]
    if let rule { lines.append("rule: \(rule)") }
    if let writer { lines.append("last written by: \(writer)") }
    lines += parts.map(\.line)
    for difference in differences.items.prefix(Self.shownDifferences) {
      lines += [
        difference.path, "  expected: \(difference.expected ?? "nothing")",
        "  actual:   \(difference.actual ?? "nothing")",
      ]
      lines += difference.parts.map { "    \($0.line)" }
    }
    let hidden = differences.count - Self.shownDifferences
    if hidden > 0 { lines.append("… and \(hidden) more") }
    return lines.map(DisplayText.escaped).joined(separator: "\n")
  }
}

extension SourceLocation {
  /// The location where a range begins.
  init(_ range: SourceRange) {
    let location = range.source.location(of: range.lowerBound)
    self.init(path: range.source.name, line: location.line + 1, column: location.column + 1)
  }

  init(_ place: Diagnostic.Place) {
    switch place {
    case .range(let range): self.init(range)
    case .file(let path): self = .file(path)
    }
  }

  /// The start of a file.
  static func file(_ path: String) -> SourceLocation {
    SourceLocation(path: path, line: 1, column: 1)
  }

  /// - Parameter path: The path that replaces a Swift file's; its identifier is made from a module
  ///   name and the file's name.
  private init(path: String, line: Int, column: Int) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(fileID: "Scenarios/\(name)", filePath: path, line: line, column: column)
  }
}
