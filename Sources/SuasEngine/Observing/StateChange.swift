import CEL
import Suas
import SuasProgram

/// One change of a store by an action: a delta, which does not hold what stayed as it was.
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

extension Reduction {
  /// The changes of the spec's sub-states, each reducer's in the order in which its rules made them.
  package var stateChanges: [StateChange] {
    var all: [StateChange] = []
    forEachChangedPart { part, subState in
      switch part {
      case let part as SpecReducer: all += part.changes(to: subState)
      case let part as HistoryPart: all += part.changes(to: subState)
      default: break
      }
    }
    return all
  }
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
      place.path = path.field(field.name)
      if field.isSensitive, sensitive == nil { place.sensitive = (place.path, value) }
      return place
    }
  }

  /// Adds the change of a place that now has another value; of large values only what differs.
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

extension ChangeLog {
  /// The changes that led to a sub-state, in their order.
  ///
  /// The log says only how to undo them, so that the values that a change put there are read from
  /// a copy on which the later ones are undone.
  func forwardChanges(to state: Record, of stateKey: String) -> [StateChange] {
    var found = StateChanges()
    var whole = Value.record(state)
    withInout(to: &whole) { whole in
      var root = whole
      var base = StateChanges.Place(path: Path([.name(stateKey)]))
      var outer: [(root: Inout<Value>, base: StateChanges.Place)] = []
      for index in changes.indices.reversed() {
        let change = changes[index]
        do throws(EvaluationError) {
          switch change.undo {
          case .closing:
            let place = change.place(in: root.pointee, keys, below: base)
            outer.append((root, base))
            (root, base) = (try change.place(in: root, keys), place)
          case .opening:
            if let last = outer.popLast() { (root, base) = last }
          default:
            let first = found.all.count
            try change.addForward(in: root, keys, below: base, to: &found, isFirst: index == 0)
            found.reverse(from: first)
          }
        } catch {
          preconditionFailure("a change cannot be undone: \(error.message)")
        }
      }
    }
    found.reverse(from: 0)
    found.dropOverwritten()
    return found.all
  }
}

extension ChangeLog.Change {
  /// The place that the change's route leads to, below another one.
  fileprivate func place(
    in root: Value, _ keys: Route.Keys, below base: StateChanges.Place
  ) -> StateChanges.Place {
    var place = base
    var value: Value? = root
    var key = firstKey
    for step in route.steps {
      switch step {
      case .field(let slot):
        guard case .record(let record)? = value else { return place }
        place = place.field(record.shape.fields[Int(slot)], record[Int(slot)])
        value = record[Int(slot)]
      case .member(let member):
        let name = route.name(member)
        if case .record(let record)? = value, let slot = record.shape.slot(of: name) {
          place = place.field(record.shape.fields[slot], record[slot])
          value = record[slot]
        } else {
          place.path = place.path.field(name)
          value = value?.value(at: [.name(name)])
        }
      case .element:
        if case .list? = value, case .int(let index) = keys[key] {
          place.path = place.path.index(Int(index))
        } else {
          place.path = place.path.key(keys[key])
        }
        value = value?.value(at: [Path.Component(keys[key])])
        key += 1
      }
    }
    return place
  }

  /// Adds the change itself, and undoes it in `root` if there are earlier ones.
  fileprivate func addForward(
    in root: Inout<Value>, _ keys: Route.Keys, below base: StateChanges.Place,
    to found: inout StateChanges, isFirst: Bool
  ) throws(EvaluationError) {
    let place = place(in: root.pointee, keys, below: base)
    func now() throws(EvaluationError) -> Value {
      try route.read(root.pointee, keys, from: firstKey, steps: route.steps.count)
    }
    func element(_ index: Int) throws(EvaluationError) -> Value {
      try now().element(.int(Int64(index)))
    }
    switch undo {
    case .value(let old): found.add(from: old, to: try now(), at: place)
    case .absence: found.add(from: nil, to: try now(), at: place)
    case .insert(_, let index): found.add(.remove(count: 1, at: index), ofListAt: place)
    case .remove(let range):
      guard case .list(let list) = try now() else { break }
      found.add(.insert(range.map { list[$0] }, at: range.lowerBound), ofListAt: place)
    case .replace(let old, let index):
      var inner = place
      inner.path = place.path.index(index)
      found.add(from: old, to: try element(index), at: inner)
    case .move(let from, let to): found.add(.move(from: to, to: from), ofListAt: place)
    case .swap(let left, let right): found.add(.swap(left, right), ofListAt: place)
    case .opening, .closing: break
    }
    if !isFirst { try takeBack(in: root, keys) }
  }
}
