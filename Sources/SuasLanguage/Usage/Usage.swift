import CEL
import SuasProgram
import YAML

/// Records the fields and types that rules and conditions use, while they are checked.
final class Usage {
  /// The uses of the fields of a record or a payload.
  private struct Fields {
    /// The record; retained, so that no other one can get its identity.
    let record: RecordType
    var read = SlotSet()
    var written = SlotSet()
  }

  private var fields: [ObjectIdentifier: Fields] = [:]
  /// The record types that expressions make values of.
  private(set) var made: Set<String> = []
  /// The constants and functions that expressions use.
  private(set) var definitions: Set<String> = []
  /// The warnings about the rules and expressions themselves.
  private(set) var warnings: [Diagnostic] = []

  /// True if some expression may read the current time.
  private(set) var readsClock = false

  func noteClock() { readsClock = true }

  /// True if some expression makes an id.
  private(set) var makesIdentifiers = false

  func noteIdentifier() { makesIdentifiers = true }

  /// True if an expression has read the whole store, or a selector of it, since ``forgetStore()``.
  private(set) var readsStore = false

  func noteStore() { readsStore = true }
  func forgetStore() { readsStore = false }

  /// The expressions that read a selector.
  enum SelectorReader: Hashable {
    /// Those of another selector.
    case selector(String)
    case goal
    case other
  }

  /// The reader whose expressions are being checked.
  var selectorReader = SelectorReader.other
  private var selections: [SelectorReader: Set<String>] = [:]

  func noteSelection(of name: String) { selections[selectorReader, default: []].insert(name) }

  /// Returns the names of the selectors that are evaluated whenever those with some names are, or
  /// that something reads besides goals.
  func selectorsRead(startingWith names: Set<String>) -> Set<String> {
    var found = names.union(selections[.other] ?? [])
    var queue = Array(found)
    while let name = queue.popLast() {
      for other in selections[.selector(name)] ?? [] where found.insert(other).inserted {
        queue.append(other)
      }
    }
    return found
  }

  /// The parameters that have not been read yet, of the declaration that is being checked.
  private var unread: [Name] = []

  /// Watches which of the parameters are read, until ``warnOfUnread(of:)``.
  func watch(_ parameters: [Name]) { unread = parameters }

  func noteName(_ name: String) {
    if !unread.isEmpty { unread.removeAll { $0.text == name } }
  }

  /// Warns of the watched parameters that were not read.
  func warnOfUnread(of declaration: String) {
    for parameter in unread { warn(.neverRead(parameter: parameter, of: declaration)) }
    unread = []
  }

  func noteReading(_ field: String, of record: RecordType) {
    if let slot = record.shape.slot(of: field) { noteReading(slot, of: record) }
  }

  func noteReading(allOf record: RecordType) {
    for slot in record.fields.indices { noteReading(slot, of: record) }
  }

  private func noteReading(_ slot: Int, of record: RecordType) {
    fields[ObjectIdentifier(record), default: Fields(record: record)].read.insert(slot)
  }

  func noteWriting(_ slot: Int, of record: RecordType) {
    fields[ObjectIdentifier(record), default: Fields(record: record)].written.insert(slot)
  }

  func noteUse(ofDefinition name: String) { definitions.insert(name) }

  func noteMaking(_ record: String) { made.insert(record) }

  func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// True if there are so many warnings that nobody reads more of those that each text of a file may have.
  var isFull: Bool { warnings.count >= 1000 }

  /// The fields of a record that something reads.
  func fieldsRead(of record: RecordType) -> SlotSet {
    fields[ObjectIdentifier(record)]?.read ?? SlotSet()
  }

  /// The fields of a record that something writes.
  func fieldsWritten(of record: RecordType) -> SlotSet {
    fields[ObjectIdentifier(record)]?.written ?? SlotSet()
  }
}

/// A set of slots of a record's fields.
struct SlotSet {
  /// One bit for each of the first 64 slots, which are all that most records have.
  private var first: UInt64 = 0
  private var others: Set<Int> = []

  mutating func insert(_ slot: Int) {
    if slot < 64 { first |= 1 << UInt64(slot) } else { others.insert(slot) }
  }

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? first & 1 << UInt64(slot) != 0 : others.contains(slot)
  }
}
