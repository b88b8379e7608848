import CEL
import SuasSpec

/// A leaf that differs between two states, or a subtree that is in one of them only.
package struct Change: Sendable {
  package let path: Path
  /// Nil if there was no value.
  package let old: Value?
  /// Nil if there is no value any more.
  package let new: Value?
  /// The number of components up to the sensitive field that the path leads through; nil if it leads
  /// through none.
  fileprivate var sensitiveDepth: Int?
  /// True if the path leads through a sensitive field.
  var isSensitive: Bool { sensitiveDepth != nil }

  init(path: Path, old: Value?, new: Value?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The change with `***` for sensitive values: one of a sensitive field as a whole, for a change
  /// anywhere in it, since the keys of a map are values, too.
  fileprivate var hidingSensitiveValues: Change {
    guard let sensitiveDepth else {
      return Change(
        path: path, old: old?.hidingSensitiveFields, new: new?.hidingSensitiveFields)
    }
    let isWhole = path.components.count == sensitiveDepth
    var change = Change(
      path: Path(Array(path.components.prefix(sensitiveDepth))),
      old: isWhole && old == nil ? nil : Shape.Field.hiddenValue,
      new: isWhole && new == nil ? nil : Shape.Field.hiddenValue)
    change.sensitiveDepth = sensitiveDepth
    return change
  }
}

extension [Change] {
  /// The changes with `***` for sensitive values; several changes in one sensitive field become
  /// one.
  var hidingSensitiveValues: [Change] {
    var shown: [Change] = []
    for change in self {
      let hidden = change.hidingSensitiveValues
      if hidden.sensitiveDepth != nil, let last = shown.last, last.sensitiveDepth != nil,
        last.path == hidden.path
      {
        continue
      }
      shown.append(hidden)
    }
    return shown
  }
}

extension Record {
  /// Returns the changes from this store to another state of it.
  ///
  /// - Parameter hidden: The state keys whose changes are left out.
  func changes(to new: Record, passingOver hidden: Set<String> = []) -> [Change] {
    shape.fields.enumerated().flatMap { slot, field in
      hidden.contains(field.name)
        ? [] : Change.all(from: self[slot], to: new[slot], at: Path([.name(field.name)]))
    }
  }
}

extension Change {
  /// Returns the changes from one value to another, in the order of the new value; removals come
  /// last in their collection.
  package static func all(from old: Value, to new: Value, at path: Path) -> [Change] {
    var changes: [Change] = []
    collect(old, new, path, &changes)
    return changes
  }

  private static func collect(
    _ old: Value, _ new: Value, _ path: Path, _ changes: inout [Change]
  ) {
    switch (old, new) {
    case (.record(let old), .record(let new)) where old.isComparable(to: new):
      if old.isSame(as: new) { return }
      for (slot, field) in new.shape.fields.enumerated() {
        let first = changes.count
        collect(old[slot], new[slot], path.field(field.name), &changes)
        guard field.isSensitive else { continue }
        for index in first..<changes.count {
          changes[index].sensitiveDepth = path.components.count + 1
        }
      }
    case (.list(let old), .list(let new)):
      collect(old, new, path, &changes)
    case (.map(let old), .map(let new)):
      if old.isSame(as: new) { return }
      new.forEachUnshared(with: old) { key, before, after in
        let path = path.key(key)
        if let before, let after {
          collect(before, after, path, &changes)
        } else {
          changes.append(Change(path: path, old: before, new: after))
        }
      }
    case (.double(let old), .double(let new)) where old == new && old.sign != new.sign:
      // They are equal, but written differently.
      changes.append(Change(path: path, old: .double(old), new: .double(new)))
    default:
      if old != new { changes.append(Change(path: path, old: old, new: new)) }
    }
  }

  /// Compares lists position by position.
  private static func collect(
    _ old: List, _ new: List, _ path: Path, _ changes: inout [Change]
  ) {
    new.forEachUnshared(with: old) { index, before, after in
      collect(before, after, path.index(index), &changes)
    }
    for index in min(old.count, new.count)..<new.count {
      changes.append(Change(path: path.index(index), old: nil, new: new[index]))
    }
    for index in min(old.count, new.count)..<old.count {
      changes.append(Change(path: path.index(index), old: old[index], new: nil))
    }
  }
}

extension Change {
  /// The change of each leaf of the new value: fields, elements and entries that hold no others.
  var leaves: [Change] {
    guard let new else { return [self] }
    var leaves: [Change] = []
    Self.collect(leavesOf: new, path, sensitiveDepth) { path, value, sensitiveDepth in
      var leaf = Change(path: path, old: nil, new: value)
      leaf.sensitiveDepth = sensitiveDepth
      leaves.append(leaf)
    }
    return leaves.count == 1 && leaves[0].path == path ? [self] : leaves
  }

  private static func collect(
    leavesOf value: Value, _ path: Path, _ sensitiveDepth: Int?,
    _ collect: (Path, Value, _ sensitiveDepth: Int?) -> Void
  ) {
    func go(_ inner: Value, _ path: Path, _ field: Shape.Field? = nil) {
      let depth = field?.isSensitive == true ? path.components.count : nil
      Self.collect(leavesOf: inner, path, sensitiveDepth ?? depth, collect)
    }
    switch value {
    case .record(let record) where record.shape.isVariant:
      guard let slot = record.presentCase else { return collect(path, value, sensitiveDepth) }
      let field = record.shape.fields[slot]
      go(record[slot], path.field(field.name), field)
    case .record(let record) where !record.fields.isEmpty:
      for (field, value) in zip(record.shape.fields, record.fields) {
        go(value, path.field(field.name), field)
      }
    case .list(let list) where list.count > 0:
      for (index, element) in list.enumerated() { go(element, path.index(index)) }
    case .map(let map) where map.count > 0:
      for (key, element) in map { go(element, path.key(key)) }
    default: collect(path, value, sensitiveDepth)
    }
  }
}

extension Record {
  /// Returns true if the two are to be compared by field: a variant whose case changed is one leaf.
  fileprivate func isComparable(to other: Record) -> Bool {
    guard shape.name == other.shape.name, fields.count == other.fields.count else { return false }
    return !shape.isVariant
      || zip(fields, other.fields).allSatisfy { ($0 == .null) == ($1 == .null) }
  }
}
