import ArgumentParser
import Files
import SuasLog
import SuasReplay
import SuasReports
import SuasScenario
import YAML

struct JoinReports: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Join the lines of 'replay --stdin' from several processes, and show them.",
    discussion: """
      Reads files with one record a line, in any order, and shows those of logs that are not the \
      same, in the order of the names of the logs.
      """)

  @Argument(help: ArgumentHelp("Files of records; - for standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup(title: "Reports") var reports: ReplayReportArguments

  func run() throws {
    try reports.prepare(sparing: files)
    var records: [ReplayRecord] = []
    do throws(LogFailure) {
      for file in files { records += try Self.records(in: file) }
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
    records.sort { $0.log.utf8.lexicographicallyPrecedes($1.log.utf8) }
    let usesErrors = try reports.takeOutput()
    var tally = ReplayTally()
    for record in records {
      tally.add(record)
      if record.outcome != .same { Terminal.write(record, usesErrors: usesErrors) }
    }
    Terminal.write(tally, usesErrors: usesErrors)
    if try !reports.write(records) { throw ExitStatus.unreadable }
    try tally.finish()
  }

  private static func records(in file: String) throws(LogFailure) -> [ReplayRecord] {
    let source: LogReader.ByteSource
    if file == "-" {
      let input = FileParts(standardInput: ())
      source = { try input.next() }
    } else {
      do throws(LogFailure) {
        source = try LogReader.open(file)
      } catch {
        throw LogFailure(line: 0, message: "'\(file)' cannot be read: \(error.message)")
      }
    }
    var reader = LogReader(source)
    var records: [ReplayRecord] = []
    while try reader.advance() {
      guard let record = ReplayRecord(json: Array(reader.text.utf8)) else {
        throw LogFailure(
          line: reader.number, message: "'\(file)', line \(reader.number): it is no record of a log"
        )
      }
      records.append(record)
    }
    return records
  }
}
