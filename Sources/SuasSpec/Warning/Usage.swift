import CEL
import YAML

/// What the rules and conditions of a spec use, noted while they are checked.
final class Usage {
  /// Which fields of records and payloads are read and written, by the records' names.
  private var read: [String: SlotSet] = [:]
  private var written: [String: SlotSet] = [:]
  /// The record types that expressions make values of.
  private(set) var made: Set<String> = []
  /// What is doubtful about the expressions themselves.
  private(set) var warnings: [Diagnostic] = []

  /// The rules that refuse an action on purpose.
  private(set) var failures: [SourceRange] = []

  func noteFailing(_ rule: SourceRange) { failures.append(rule) }

  func noteReading(_ field: String, of record: RecordType) {
    if let slot = record.shape.slot(of: field) {
      read[record.name, default: SlotSet()].insert(slot)
    }
  }

  func noteReading(allOf record: RecordType) {
    for slot in record.fields.indices { read[record.name, default: SlotSet()].insert(slot) }
  }

  func noteWriting(_ slot: Int, of record: RecordType) {
    written[record.name, default: SlotSet()].insert(slot)
  }

  func noteMaking(_ record: String) { made.insert(record) }

  func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// The fields of a record that something reads.
  func fieldsRead(of owner: String) -> SlotSet { read[owner] ?? SlotSet() }

  /// The fields of a record that something writes.
  func fieldsWritten(of owner: String) -> SlotSet { written[owner] ?? SlotSet() }
}

/// Some of the fields of a record.
struct SlotSet {
  private var isIn: [Bool] = []

  mutating func insert(_ slot: Int) {
    while isIn.count <= slot { isIn.append(false) }
    isIn[slot] = true
  }

  func contains(_ slot: Int) -> Bool { slot < isIn.count && isIn[slot] }
}
