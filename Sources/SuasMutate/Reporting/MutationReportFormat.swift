import SuasReports

/// The formats of reports about mutants other than the text.
package enum MutationReportFormat: String, CaseIterable, Sendable {
  /// A report of Stryker's mutation-testing schema.
  case json
  /// A page for a person.
  case html

  /// The notation of the report.
  package var notation: ReportFormat.Notation {
    switch self {
    case .json: .json
    case .html: .markup
    }
  }

  /// Reports the result of a mutation run.
  ///
  /// - Parameters:
  ///   - minimum: The score in percent that is asked for.
  ///   - write: Receives the parts of the report, one after the other.
  package func report(
    _ result: MutationResult, minimum: Double, write: @escaping (String) -> Void
  ) {
    switch self {
    case .json: write(MutationJSON(result, minimum: minimum).text)
    case .html: MutationPage(result: result).write(write)
    }
  }
}
