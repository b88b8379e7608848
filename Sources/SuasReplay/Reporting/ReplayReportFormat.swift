import SuasReports
import YAML

/// The formats of reports about replays.
package enum ReplayReportFormat: String, CaseIterable, Sendable {
  /// JUnit's XML, with a case for each log.
  case junit
  /// An array of records.
  case json
  /// Annotations for the lines of a workflow's log on GitHub.
  case github
  /// A page for a person.
  case html

  /// True if the report is part of a log, and needs no file of its own.
  package var isForLogs: Bool { self == .github }

  package var notation: ReportFormat.Notation {
    switch self {
    case .json: .json
    case .junit, .html: .markup
    case .github: .commands
    }
  }

  /// Reports records.
  ///
  /// - Parameter write: Receives the parts of the report, one after the other.
  package func report(_ records: [ReplayRecord], write: (String) -> Void) {
    switch self {
    case .json: reportArray(records, write)
    case .html:
      withoutActuallyEscaping(write) { write in
        Self.page.write(write, with: ["replays": { reportArray(records, $0) }])
      }
    case .junit: reportCases(records, write)
    case .github: for record in records { record.annotation.map { write($0.text) } }
    }
  }

  private static let page = HTMLPage(
    body: PackageResources.replays_html, script: PackageResources.replays_js,
    style: PackageResources.replays_css)

  private func reportArray(_ records: [ReplayRecord], _ write: (String) -> Void) {
    write("[\n")
    for (index, record) in records.enumerated() {
      write(record.json + (index < records.count - 1 ? ",\n" : "\n"))
    }
    write("]\n")
  }

  private func reportCases(_ records: [ReplayRecord], _ write: (String) -> Void) {
    let failures = records.count { $0.outcome == .different || $0.outcome == .reached }
    let errors = records.count { $0.outcome == .unsound }
    let counts = "tests=\"\(records.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    write("<testsuites name=\"suas-run replay\" \(counts)>\n")
    write("  <testsuite name=\"replay\" \(counts) skipped=\"0\">\n")
    for record in records {
      write("    <testcase name=\(XMLText.quoted(record.log)) classname=\"replay\">\n")
      var text = ReplayText(style: .plain)
      text.write(record)
      switch record.outcome {
      case .different, .reached, .unsound:
        let element = record.outcome == .unsound ? "error" : "failure"
        write(
          "      <\(element) message=\(XMLText.quoted(record.message ?? ""))"
            + " type=\"\(record.outcome.rawValue)\">\(XMLText.escaped(text.text))</\(element)>\n")
      case .same, .undecided:
        write("      <system-out>\(XMLText.escaped(text.text))</system-out>\n")
      }
      write("    </testcase>\n")
    }
    write("  </testsuite>\n</testsuites>\n")
  }
}

extension ReplayRecord {
  /// The annotation of a log that is not the same; nil for one that is.
  fileprivate var annotation: GitHubAnnotation? {
    let level: GitHubAnnotation.Level
    switch outcome {
    case .same: return nil
    case .different, .reached, .unsound: level = .error
    case .undecided: level = .warning
    }
    let place = GitHubAnnotation.Place(
      file: log, location: line.map { Location(line: $0 - 1, column: 0) })
    var lines = [message ?? ""]
    if let replayed { lines += ["the log: \(logged ?? "nothing")", "the spec: \(replayed)"] }
    return GitHubAnnotation(
      level, at: place, outcome.rawValue, lines + rules.map { "\($0.place): \($0.text)" })
  }
}
