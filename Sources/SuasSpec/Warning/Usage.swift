import YAML

/// What the rules and conditions of a spec use, noted while they are checked.
final class Usage {
  /// A field of a state shape or of a payload.
  private struct Field: Hashable {
    let owner: String
    let name: String
  }

  private var read: Set<Field> = []
  private var written: Set<Field> = []
  /// The record types that expressions make values of.
  private(set) var made: Set<String> = []
  /// What is doubtful about the expressions themselves.
  private(set) var warnings: [Diagnostic] = []

  /// The rules that refuse an action on purpose.
  private(set) var failures: [SourceRange] = []

  func noteFailing(_ rule: SourceRange) { failures.append(rule) }

  func noteReading(_ field: String, of record: RecordType) {
    read.insert(Field(owner: record.name, name: field))
  }

  func noteReading(allOf record: RecordType) {
    for field in record.fields { noteReading(field.name, of: record) }
  }

  func noteWriting(_ field: String, of record: RecordType) {
    written.insert(Field(owner: record.name, name: field))
  }

  func noteMaking(_ record: String) { made.insert(record) }

  func warn(_ warning: Diagnostic) { warnings.append(warning) }

  func isRead(_ field: String, of owner: String) -> Bool {
    read.contains(Field(owner: owner, name: field))
  }

  func isWritten(_ field: String, of owner: String) -> Bool {
    written.contains(Field(owner: owner, name: field))
  }
}
