import SuasScenario
import SuasSpec
import YAML

/// Writes a run's failures as annotations of lines of files, for a workflow on GitHub.
///
/// Each annotation is a line of the log, `::error file=a.yaml,line=3,col=5,title=Name::message`.
struct GitHubReporter {
  let write: (String) -> Void

  func report(_ run: RunResult) {
    for file in run.unsound { for diagnostic in file.diagnostics { report(diagnostic) } }
    for file in run.files {
      for scenario in file.scenarios { report(scenario) }
      for path in file.strayGoldens {
        annotate(
          .error, AnnotationPlace(file: path), "golden file", ["no step names this golden file"])
      }
      for diagnostic in file.problems { report(diagnostic) }
    }
  }

  private enum Level: String { case error, warning, notice }

  private struct AnnotationPlace {
    var file: String
    var location: Location?

    init(file: String) { self.file = file }

    init(_ range: SourceRange) {
      file = range.source.name
      location = range.location
    }
  }

  private func report(_ scenario: ScenarioResult) {
    if let reason = scenario.skip {
      annotate(.notice, AnnotationPlace(scenario.place), scenario.name, ["skipped: \(reason)"])
    }
    guard scenario.failed else { return }
    let text = FailureText(style: .plain)
    for failure in scenario.failures {
      annotate(.error, AnnotationPlace(failure.place), scenario.name, text.lines(of: failure))
    }
  }

  private func report(_ diagnostic: Diagnostic) {
    let place =
      switch diagnostic.place {
      case .file(let path): AnnotationPlace(file: path)
      case .range(let range): AnnotationPlace(range)
      }
    let level: Level = diagnostic.severity == .error ? .error : .warning
    let help = diagnostic.help.map { "help: \($0)" }
    annotate(level, place, diagnostic.code.rawValue, [diagnostic.message] + help)
  }

  private func annotate(
    _ level: Level, _ place: AnnotationPlace, _ title: String, _ lines: [String]
  ) {
    var properties = "file=\(Self.property(place.file))"
    if let location = place.location {
      properties += ",line=\(location.line + 1),col=\(location.column + 1)"
    }
    let message = lines.map { Self.data(DisplayText.escaped($0)) }.joined(separator: "%0A")
    write("::\(level.rawValue) \(properties),title=\(Self.property(title))::\(message)\n")
  }

  /// Returns a message escaped so that it stays in its line (actions/toolkit, `command.ts`).
  private static func data(_ text: String) -> String { escape("%\r\n", in: text) }

  /// Returns a property escaped so that it cannot end early.
  private static func property(_ text: String) -> String {
    escape("%\r\n:,", in: DisplayText.escaped(text))
  }

  private static func escape(_ marks: String, in text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if marks.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
