import CEL

/// A difference between what two versions save: of types by what they hold, not of descriptions,
/// defaults and conditions.
package struct ShapeDifference: Sendable, Equatable {
  /// The place in the store.
  package let path: String
  package let message: String

  /// Returns the differences between two stores, in the order of the old one.
  package static func between(
    _ old: RecordType, _ new: RecordType, _ types: TypeTable
  ) -> [ShapeDifference] {
    var comparison = ShapeComparison(types: types)
    comparison.compare(old, new, at: "", isStore: true)
    return comparison.differences
  }
}

private struct ShapeComparison {
  let types: TypeTable
  var differences: [ShapeDifference] = []
  private var seen: Set<[String]> = []

  init(types: TypeTable) { self.types = types }

  private mutating func note(_ path: String, _ message: String) {
    differences.append(ShapeDifference(path: path, message: message))
  }

  mutating func compare(
    _ old: RecordType, _ new: RecordType, at path: String, isStore: Bool = false
  ) {
    guard old.name == new.name || seen.insert([old.name, new.name]).inserted else { return }
    let noun = isStore ? "state key" : old.isVariant ? "case" : "field"
    for field in old.fields {
      let place = isStore ? field.name : "\(path).\(field.name)"
      guard let slot = new.shape.slot(of: field.name) else {
        note(place, "\(noun) '\(place)' is gone")
        continue
      }
      compare(field.type, new.fields[slot].type, at: place)
    }
    for field in new.fields where old.shape.slot(of: field.name) == nil {
      let place = isStore ? field.name : "\(path).\(field.name)"
      note(place, "\(noun) '\(place)' is new")
    }
  }

  private mutating func compare(_ old: FieldType, _ new: FieldType, at path: String) {
    switch (old, new) {
    case (.list(let inner), .list(let newInner)): compare(inner, newInner, at: path + "[]")
    case (.optional(let inner), .optional(let newInner)): compare(inner, newInner, at: path)
    case (.map(let key, let inner), .map(let newKey, let newInner)):
      guard hasSameKeys(key, newKey, at: path) else { break }
      return compare(inner, newInner, at: path + "[]")
    case (.enumeration, .enumeration): _ = hasSameKeys(old, new, at: path)
    case (.record(let name), .record(let newName)):
      guard let record = types.records[name], let newRecord = types.records[newName],
        record.isVariant == newRecord.isVariant
      else { break }
      return compare(record, newRecord, at: path)
    default: if old == new { return }
    }
    switch (old, new) {
    case (.list, .list), (.optional, .optional), (.enumeration, .enumeration): return
    default: note(path, "'\(path)' has the type \(new), and had \(old)")
    }
  }

  /// Compares the cases of enums; true if both types are enums, or the same one.
  private mutating func hasSameKeys(
    _ old: FieldType, _ new: FieldType, at path: String
  ) -> Bool {
    guard case .enumeration(let name) = old, case .enumeration(let newName) = new else {
      return old == new
    }
    let (cases, newCases) = (types.enums[name]?.cases ?? [], types.enums[newName]?.cases ?? [])
    for one in cases where !newCases.contains(one) {
      note(path, "'\(path)' has no case '\(one)' any more")
    }
    for one in newCases where !cases.contains(one) {
      note(path, "'\(path)' has the new case '\(one)'")
    }
    return true
  }
}
