import YAML

/// What the rules and conditions of a spec use, noted while they are checked.
final class Usage {
  /// The fields of state shapes and of payloads, by the names of these.
  private var read: [String: Set<String>] = [:]
  private var written: [String: Set<String>] = [:]
  /// The record types that expressions make values of.
  private(set) var made: Set<String> = []
  /// What is doubtful about the expressions themselves.
  private(set) var warnings: [Diagnostic] = []

  /// The rules that refuse an action on purpose.
  private(set) var failures: [SourceRange] = []

  func noteFailing(_ rule: SourceRange) { failures.append(rule) }

  func noteReading(_ field: String, of record: RecordType) {
    read[record.name, default: []].insert(field)
  }

  func noteReading(allOf record: RecordType) {
    for slot in record.fields.indices { noteReading(record.fields[slot].name, of: record) }
  }

  func noteWriting(_ field: String, of record: RecordType) {
    written[record.name, default: []].insert(field)
  }

  func noteMaking(_ record: String) { made.insert(record) }

  func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// The fields of a record that something reads.
  func fieldsRead(of owner: String) -> Set<String> { read[owner] ?? [] }

  /// The fields of a record that something writes.
  func fieldsWritten(of owner: String) -> Set<String> { written[owner] ?? [] }
}
