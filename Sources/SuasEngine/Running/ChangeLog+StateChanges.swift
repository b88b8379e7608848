import CEL
import SuasProgram

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

extension ChangeLog {
  /// The sub-state before the changes that led to another one.
  func undone(in state: Record) -> Record {
    var whole = Value.record(state)
    withInout(to: &whole) { whole in
      var undoing = Undoing(root: whole)
      for change in changes.reversed() { undoing.undo(change, keys) }
    }
    guard case .record(let record) = whole else {
      preconditionFailure("what was a record is none any more")
    }
    return record
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
        place.enter(record.shape.fields[Int(slot)], record[Int(slot)])
        value = record[Int(slot)]
      case .member(let member):
        let name = route.name(member)
        place.path.append(.name(name))
        value = value.flatMap { try? $0.element(.string(name)) }
      case .element:
        if case .list? = value, case .int(let index) = keys[key] {
          place.path.append(.number(index))
        } else {
          place.path.append(Path.Component(keys[key]))
        }
        value = value.flatMap { try? $0.element(keys[key]) }
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
