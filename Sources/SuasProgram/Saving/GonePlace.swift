import CEL

/// A place of an old store that a plan does not carry over.
package struct GonePlace: Sendable {
  /// The path from the store: `TodoList`, `.todos`, `[]`, `.done`.
  package let path: String
  package let type: FieldType
  /// The record that has the place as a field; nil for a state key.
  package let owner: RecordType?
  package let slot: Int
  /// The places in it, if it is a record, or holds some.
  package let inner: [GonePlace]
}

extension CarryOver {
  /// The places of the old store that are not carried over, the outermost ones.
  package func gone(from old: RecordType, _ types: TypeTable) -> [GonePlace] {
    GoneSearch(types: types, records: records)
      .gone(old, places, below: "", isStore: true)
  }
}

private struct GoneSearch {
  let types: TypeTable
  let records: [CarryOver.RecordConversion]

  func gone(
    _ old: RecordType, _ places: [CarryOver.CarriedPlace], below path: String,
    isStore: Bool = false
  ) -> [GonePlace] {
    old.fields.indices.flatMap { slot -> [GonePlace] in
      let field = old.fields[slot]
      let path = isStore ? field.name : "\(path).\(field.name)"
      for place in places {
        switch place {
        case .kept(slot, let conversion): return gone(in: field.type, conversion, path, seen: [])
        case .fields(slot, let inner):
          guard let record = types.record(field.type) else { return [] }
          return gone(record, inner, below: path)
        default: continue
        }
      }
      return [whole(field.type, path, of: isStore ? nil : old, slot, seen: [])]
    }
  }

  /// The fields that the conversion of a value passes over.
  private func gone(
    in type: FieldType, _ conversion: CarryOver.Conversion, _ path: String, seen: Set<Int>
  ) -> [GonePlace] {
    switch (conversion, type.unwrapped) {
    case (.optional(let inner), _): return gone(in: type.unwrapped, inner, path, seen: seen)
    case (.list(let inner), .list(let element)), (.map(let inner), .map(_, let element)):
      return gone(in: element, inner, path + "[]", seen: seen)
    case (.record(let number), .record(let name)):
      guard !seen.contains(number), let old = types.records[name] else { return [] }
      let parts = records[number].parts
      return old.fields.indices.flatMap { slot -> [GonePlace] in
        let field = old.fields[slot]
        let path = "\(path).\(field.name)"
        let part = old.isVariant ? parts[slot] : parts.first { $0.isMoved(from: slot) }
        guard case .moved(_, let inner)? = part else {
          return [whole(field.type, path, of: old, slot, seen: [])]
        }
        return gone(in: field.type, inner, path, seen: seen.union([number]))
      }
    default: return []
    }
  }

  private func whole(
    _ type: FieldType, _ path: String, of owner: RecordType?, _ slot: Int, seen: Set<String>
  ) -> GonePlace {
    GonePlace(
      path: path, type: type, owner: owner, slot: slot, inner: inside(type, path, seen: seen))
  }

  private func inside(_ type: FieldType, _ path: String, seen: Set<String>) -> [GonePlace] {
    switch type {
    case .optional(let inner): return inside(inner, path, seen: seen)
    case .list(let inner), .map(_, let inner): return inside(inner, path + "[]", seen: seen)
    case .record(let name):
      guard !seen.contains(name), let record = types.records[name] else { return [] }
      return record.fields.indices.map { slot in
        whole(
          record.fields[slot].type, "\(path).\(record.fields[slot].name)", of: record, slot,
          seen: seen.union([name]))
      }
    default: return []
    }
  }
}

extension CarryOver.RecordConversion.Part {
  fileprivate func isMoved(from slot: Int) -> Bool {
    if case .moved(slot, _) = self { true } else { false }
  }
}

extension TypeTable {
  /// The record that a type names; nil for other types.
  package func record(_ type: FieldType) -> RecordType? {
    if case .record(let name) = type { records[name] } else { nil }
  }
}
