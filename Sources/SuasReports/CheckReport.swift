import SuasSpec
import YAML

/// The results of a check of specs and scenario files.
package struct CheckReport: Sendable {
  /// The errors, then the warnings.
  package var diagnostics = Diagnostics()
  /// The number of files without errors.
  package var soundCount = 0
  /// The reason why there was nothing to check; nil if there was.
  package var problem: String?

  package init() {}
}

/// The formats of reports about a check other than the text.
package enum CheckReportFormat: String, CaseIterable, Sendable {
  /// All diagnostics, as JSON.
  case json
  /// The Static Analysis Results Interchange Format, as services that scan code read it.
  case sarif
  /// Annotations for the lines of a workflow's log on GitHub.
  case github

  /// True if the report is part of a log, and needs no file of its own.
  package var isForLogs: Bool { self == .github }

  /// The notation of the report.
  package var notation: ReportFormat.Notation {
    switch self {
    case .json, .sarif: .json
    case .github: .commands
    }
  }

  /// Reports the results of a check.
  ///
  /// - Parameters:
  ///   - version: The version of the program.
  ///   - write: Receives the parts of the report, one after the other.
  package func report(_ check: CheckReport, version: String, write: (String) -> Void) {
    var check = check
    check.diagnostics = check.diagnostics.explainingTraps()
    switch self {
    case .json: write(CheckJSON(check).text)
    case .sarif: write(SARIF(check, version: version).text)
    case .github:
      for diagnostic in check.diagnostics.items { write(GitHubAnnotation(diagnostic).text) }
      if let problem = check.problem {
        write(GitHubAnnotation(.error, at: nil, "check", [problem]).text)
      }
    }
  }
}
