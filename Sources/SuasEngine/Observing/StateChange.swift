import CEL
import SuasProgram

/// One change of a store by an action: a delta, without the parts that stayed as they were.
package struct StateChange: Sendable {
  package enum Kind: Sendable {
    case set(Value)
    /// The removal of a map's entry.
    case absence
    case insert([Value], at: Int)
    case remove(count: Int, at: Int)
    case move(from: Int, to: Int)
    case swap(Int, Int)
  }

  package var path: Path
  package let kind: Kind
  /// True if the place is that of a sensitive field; its whole value is the change.
  package let isSensitive: Bool
}

/// Collects the changes between values at places.
struct StateChanges {
  private(set) var all: [StateChange] = []

  private mutating func add(_ kind: StateChange.Kind, at place: Place) {
    all.append(StateChange(path: place.path, kind: kind, isSensitive: false))
  }

  /// A place in a store, and the outermost sensitive field on the way to it.
  struct Place {
    var path: Path
    /// The sensitive field, with its value now; nil if there is none on the way.
    var sensitive: (path: Path, value: Value)?

    func field(_ field: Shape.Field, _ value: Value) -> Place {
      var place = self
      place.enter(field, value)
      return place
    }

    /// Goes on to a field of the record at the place.
    mutating func enter(_ field: Shape.Field, _ value: Value) {
      path.append(.name(field.name))
      if field.isSensitive, sensitive == nil { sensitive = (path, value) }
    }
  }

  /// Adds the change of a place that now has another value; for a large value, only the parts that
  /// differ.
  mutating func add(from old: Value?, to new: Value?, at place: Place) {
    if let (path, value) = place.sensitive {
      all.append(StateChange(path: path, kind: .set(value), isSensitive: true))
      return
    }
    guard let new else { return add(.absence, at: place) }
    guard let old else { return add(.set(new), at: place) }
    switch (old, new) {
    case (.record(let old), .record(let new)) where old.shape === new.shape && !new.shape.isVariant:
      for (slot, field) in new.shape.fields.enumerated() where old[slot] != new[slot] {
        add(from: old[slot], to: new[slot], at: place.field(field, new[slot]))
      }
    case (.list(let old), .list(let new)): addElements(from: old, to: new, at: place)
    case (.map(let old), .map(let new)): addEntries(from: old, to: new, at: place)
    default:
      if old != new { add(.set(new), at: place) }
    }
  }

  /// Adds the change of a list, without the elements at both ends that are equal.
  private mutating func addElements(from old: List, to new: List, at place: Place) {
    var start = 0
    for (old, new) in zip(old, new) {
      guard old == new else { break }
      start += 1
    }
    let most = min(old.count, new.count) - start
    var end = 0
    while end < most, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let (removed, inserted) = (old.count - start - end, new.count - start - end)
    if removed == inserted {
      for index in start..<start + removed where old[index] != new[index] {
        add(
          from: old[index], to: new[index],
          at: Place(path: place.path.index(index), sensitive: nil))
      }
      return
    }
    if removed > 0 { add(.remove(count: removed, at: start), at: place) }
    if inserted > 0 {
      add(.insert((start..<start + inserted).map { new[$0] }, at: start), at: place)
    }
  }

  private mutating func addEntries(from old: Map, to new: Map, at place: Place) {
    for (key, _) in old where new[key] == nil {
      add(.absence, at: Place(path: place.path.key(key), sensitive: nil))
    }
    for (key, value) in new where old[key] != value {
      add(from: old[key], to: value, at: Place(path: place.path.key(key), sensitive: nil))
    }
  }

  /// Adds a change of a list's elements at a place.
  mutating func add(_ kind: StateChange.Kind, ofListAt place: Place) {
    if let (path, value) = place.sensitive {
      all.append(StateChange(path: path, kind: .set(value), isSensitive: true))
    } else {
      add(kind, at: place)
    }
  }

  /// Drops each new value that the very next change replaces.
  mutating func dropOverwritten() {
    guard all.count > 1 else { return }
    all = zip(all.indices, all).compactMap { index, change in
      guard case .set = change.kind, index + 1 < all.count, case .set = all[index + 1].kind,
        all[index + 1].path == change.path
      else { return change }
      return nil
    }
  }

  /// Turns the changes around, which were found from the last one on.
  mutating func reverse(from start: Int) { all[start...].reverse() }
}
