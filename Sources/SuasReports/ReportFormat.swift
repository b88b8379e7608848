import SuasScenario

/// The formats of reports other than the text.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// JUnit's XML, as Jenkins and others read it.
  case junit
  /// Everything about a run, as JSON.
  case json
  /// Annotations for the lines of a workflow's log on GitHub.
  case github
  /// A page for a person, with the coverage of the specs.
  case html

  /// The recording of the runner that the format needs.
  public var recording: Runner.Recording {
    switch self {
    case .github: .outcome
    case .junit: .steps
    case .json, .html: .states
    }
  }

  /// True if the format includes the coverage of the specs.
  public var tellsCoverage: Bool { self == .html || self == .json }

  /// True if the report is part of a log, and needs no file of its own.
  public var isForLogs: Bool { self == .github }

  /// The notation of an output, which determines how a character can be escaped in it.
  package enum Notation: Sendable {
    case text, json, markup
    /// Intended commands for the runner of a workflow.
    case commands
  }

  /// The notation of the report.
  package var notation: Notation {
    switch self {
    case .json: .json
    case .junit, .html: .markup
    case .github: .commands
    }
  }

  /// Reports a run.
  ///
  /// - Parameters:
  ///   - coverage: The coverage of the specs, for a format that includes it; nil if nothing ran.
  ///   - write: Receives the parts of the report, one after the other.
  public func report(
    _ run: RunResult, coverage: CoverageReport?, write: @escaping (String) -> Void
  ) {
    switch self {
    case .junit: JUnitReporter(write: write).report(run)
    case .json: JSONReporter(write: write).report(run, coverage)
    case .github: GitHubReporter(write: write).report(run)
    case .html: HTMLReporter(write: write).report(run, coverage)
    }
  }
}
