import CEL
import Files
import Locking
import SuasExplore
import SuasLog
import SuasReplay
import SuasReports
import SuasSpec

/// The reports and records that are to be joined.
struct JoinedInput {
  enum Kind: String {
    case replays = "records of replays"
    case runs = "reports of runs"
    case searches = "reports of searches"
  }

  private(set) var kind = Kind.replays
  var records: [ReplayRecord] = []
  private(set) var runs: [(file: String, report: RunReport)] = []
  private(set) var searches: [(file: String, report: SearchReport)] = []
  private var firstFile: String?

  /// The maximum size of a report, in bytes.
  private static let largest = 1 << 30
  /// The maximum nesting depth of a report: its own, and that of states.
  private static let deepest = 1024

  /// - Throws: The reason why a file cannot be read, or joined with the others.
  init(_ files: [String]) throws(ReportFailure) {
    for file in files {
      let input: FileParts
      do throws(FileFailure) {
        input = file == "-" ? FileParts(standardInput: ()) : try FileParts(file)
      } catch {
        throw ReportFailure("'\(file)' cannot be read: \(error.words)")
      }
      do throws(ReportFailure) {
        try read(file, input)
      } catch {
        throw ReportFailure("'\(file)' cannot be joined: \(error.message)")
      }
    }
  }

  private mutating func read(_ file: String, _ input: FileParts) throws(ReportFailure) {
    var start: [UInt8] = []
    while start.count < 1024, let part = try part(of: input) { start += part }
    guard Self.isReport(start) else {
      try note(.replays, file)
      return try readRecords(start, input)
    }
    while let part = try part(of: input) {
      start += part
      guard start.count <= Self.largest else { throw ReportFailure("it is larger than 1 GB") }
    }
    try readReport(start, file)
  }

  /// Returns the next part of a file; nil at its end.
  private func part(of input: FileParts) throws(ReportFailure) -> [UInt8]? {
    do throws(FileFailure) {
      let part = try input.next()
      return part.isEmpty ? nil : part
    } catch {
      throw ReportFailure(error.words)
    }
  }

  /// Returns true if a file begins as a JSON report does, and not as the lines of replays.
  private static func isReport(_ start: [UInt8]) -> Bool {
    start.prefix(256).filter { $0 > 0x20 }.starts(with: Array(#"{"version":"#.utf8))
  }

  private mutating func readReport(_ bytes: [UInt8], _ file: String) throws(ReportFailure) {
    var reader = JSONReader(bytes, maximumDepth: Self.deepest)
    let value: Value
    do throws(JSONFailure) {
      value = try reader.readWhole()
    } catch {
      throw ReportFailure("it is not whole, or is no JSON: \(error.message)")
    }
    let report = try ReportedObject(value)
    if report.value("diagnostics") != nil {
      throw ReportFailure("it is a report of a check, of which each stands for itself")
    }
    if report.value("scope") != nil {
      try note(.searches, file)
      return searches.append((file, try SearchReport(value)))
    }
    try note(.runs, file)
    runs.append((file, try RunReport(value)))
  }

  private mutating func readRecords(
    _ start: [UInt8], _ input: FileParts
  ) throws(ReportFailure) {
    let source = StartedParts(start, input)
    var reader = LogReader { try source.next() }
    do throws(LogFailure) {
      while try reader.advance() {
        guard let record = ReplayRecord(json: Array(reader.text.utf8)) else {
          throw LogFailure(line: reader.number, message: "it is no record of a log")
        }
        records.append(record)
      }
    } catch {
      throw ReportFailure("line \(error.line): \(error.message)")
    }
  }

  /// Notes the kind of a file, which has to be that of all others.
  private mutating func note(_ kind: Kind, _ file: String) throws(ReportFailure) {
    if let firstFile, kind != self.kind {
      throw ReportFailure("it has \(kind.rawValue), and '\(firstFile)' has \(self.kind.rawValue)")
    }
    firstFile = firstFile ?? file
    self.kind = kind
  }
}

/// The parts of a file whose start has been read already.
private final class StartedParts: Sendable {
  private let start: [UInt8]
  private let rest: FileParts
  private let isStarted = Mutex(false)

  init(_ start: [UInt8], _ rest: FileParts) {
    self.start = start
    self.rest = rest
  }

  func next() throws(FileFailure) -> [UInt8] {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    return isFirst && !start.isEmpty ? start : try rest.next()
  }
}
