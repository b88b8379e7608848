import CEL
import SuasProgram

/// The fields of records that are saved, and those that begin anew wherever the records stand.
struct SavedSurvey {
  let types: TypeTable
  /// The saved fields by record: those of every place where a record stands.
  private(set) var saved: [String: Set<String>] = [:]
  /// The records without exceptions that were looked at.
  private var whole: Set<String> = []
  /// The records that stand somewhere else than directly as a saved sub-state.
  private(set) var nested: Set<String> = []

  init(_ store: RecordType, _ exceptions: PlaceTree, _ types: TypeTable) {
    self.types = types
    for (slot, field) in store.fields.enumerated() {
      guard let record = types.record(field.type) else { continue }
      look(into: record, exceptions.fields[slot])
    }
  }

  private mutating func look(into record: RecordType, _ exceptions: PlaceTree?) {
    if exceptions == nil, !whole.insert(record.name).inserted { return }
    if saved[record.name] == nil { saved[record.name] = [] }
    for (slot, field) in record.fields.enumerated() where !field.isSensitive {
      let below = exceptions?.fields[slot]
      if below?.isMarked == true { continue }
      saved[record.name, default: []].insert(field.name)
      look(into: field.type, below)
    }
  }

  private mutating func look(into type: FieldType, _ exceptions: PlaceTree?) {
    switch type {
    case .optional(let inner): look(into: inner, exceptions)
    case .list(let inner), .map(_, let inner): look(into: inner, exceptions?.elements)
    case .record(let name):
      nested.insert(name)
      if let record = types.records[name] { look(into: record, exceptions) }
    default: break
    }
  }

  /// The fields that are saved nowhere, by record.
  var omitted: [String: Set<String>] {
    var omitted: [String: Set<String>] = [:]
    for (name, saved) in saved {
      let left = types.records[name]?.fields.map(\.name).filter { !saved.contains($0) } ?? []
      if !left.isEmpty { omitted[name] = Set(left) }
    }
    return omitted
  }

  /// The records that lack a field, or hold one that does.
  func affected(by omitted: [String: Set<String>]) -> Set<String> {
    var affected = Set(omitted.keys)
    var count: Int
    repeat {
      count = affected.count
      for name in saved.keys where !affected.contains(name) {
        let mentioned = types.records[name]?.fields.flatMap(\.type.mentionedRecords) ?? []
        if mentioned.contains(where: affected.contains) { affected.insert(name) }
      }
    } while affected.count > count
    return affected
  }
}
