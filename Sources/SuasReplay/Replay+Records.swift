import Files
import SuasLog

extension Replay {
  /// Does a log in a file again.
  package func result(ofFile path: String) -> ReplayResult {
    guard FileSystem.kind(of: path) == .special else {
      return run { () throws(LogFailure) in try LogReader.open(path) }
    }
    // A pipe can be read once only.
    do throws(LogFailure) {
      return result(of: try LogReader.wholeText(of: path, limit: StandardLogs.maximumSize))
    } catch {
      return ReplayResult(unsound: error)
    }
  }

  private func result(of text: [UInt8]) -> ReplayResult {
    run { () throws(LogFailure) in LogReader.source(of: text) }
  }

  /// Does a log from standard input again.
  package func record(of log: StandardLogs.Log) -> ReplayRecord {
    switch log {
    case .file(let path): return ReplayRecord(result(ofFile: path), of: path)
    case .text(let text, let number):
      return ReplayRecord(result(of: text), of: "log \(number)")
    case .tooLarge(let number):
      var record = ReplayRecord(log: "log \(number)")
      record.outcome = .unsound
      record.message = "it is larger than 512 MB; such a log has to be in a file"
      return record
    }
  }
}
