/// The reports that there are besides the text.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// JUnit's XML, as Jenkins and others read it.
  case junit
  /// Everything that a run came to, as JSON.
  case json
  /// Annotations for the lines of a workflow's log on GitHub.
  case github
  /// A page to look at, with what was seen of the specs.
  case html

  /// What the runner has to record for it.
  public var recording: Runner.Recording {
    switch self {
    case .github: .outcome
    case .junit: .steps
    case .json, .html: .states
    }
  }

  /// Whether it tells what was seen of the specs, too.
  public var tellsCoverage: Bool { self == .html }

  /// Whether it stands among the lines of a log, and needs no file of its own.
  public var isForLogs: Bool { self == .github }

  /// Reports a run.
  ///
  /// - Parameters:
  ///   - coverage: what was seen of the specs, for a report that tells it; nil where nothing ran.
  ///   - write: is given parts of the report, one after the other.
  public func report(
    _ run: RunResult, coverage: CoverageReport?, write: @escaping (String) -> Void
  ) {
    switch self {
    case .junit: JUnitReporter(write: write).report(run)
    case .json: JSONReporter(write: write).report(run)
    case .github: GitHubReporter(write: write).report(run)
    case .html: HTMLReporter(write: write).report(run, coverage)
    }
  }
}
