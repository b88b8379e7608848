import ArgumentParser
import Files
import SuasLog
import SuasReports

/// The option for the session logs of scenarios.
struct RecordArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write the session logs of the scenarios to one file, which 'suas-run replay' reads. With - as \
      the file, they go to standard output and the text to standard error.
      """, valueName: "file"))
  var record: String?

  /// True if sessions are recorded.
  var isWanted: Bool { record != nil }

  /// True if standard output is reserved for the log.
  var takesOutput: Bool { record == "-" }

  /// The path of the log; nil for none, and for standard output.
  private var path: String? { takesOutput ? nil : record }

  func validate() throws { try path.map(ReportFile.checkName) }

  /// Rejects the command line if a report goes where the log goes.
  func validate(beside reports: ReportArguments) throws {
    guard let record, try reports.go(to: record) else { return }
    throw ValidationError("two files go to \(takesOutput ? "standard output" : "'\(record)'")")
  }

  /// Ends the program if the log cannot be written, before anything is run. A file that is no log is
  /// not replaced.
  func prepare() throws {
    guard let path else { return }
    try ReportFile.prepare(path)
    guard FileSystem.kind(of: path) == .file else { return }
    do throws(LogFailure) {
      if try LogReader.isLog(at: path) { return }
      ReportFile.tell(ReportFile.Problem(reason: "the file that is there is no log"), of: path)
    } catch {
      ReportFile.tell(ReportFile.Problem(reason: error.message), of: path)
    }
    throw ExitStatus.unreadable
  }

  /// Writes the log, unless nothing has been recorded: a log that is there then stays as it is.
  ///
  /// - Returns: false if it could not be written.
  func write(_ sessions: [UInt8]) -> Bool {
    if sessions.isEmpty { return true }
    if let path { return ReportFile.write(sessions, to: path) }
    if takesOutput { Terminal.write(String(decoding: sessions, as: UTF8.self), as: .json) }
    return true
  }
}
