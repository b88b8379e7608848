import CEL

/// Judging the constraints of what an action changed, and of nothing else.
extension ChangeLog {
  /// Finds out whether a constraint is broken where something was changed.
  ///
  /// What is nowhere on the way to a change was judged when it came to be.
  func breaksConstraint(_ types: TypeTable, of type: RecordType, in state: Record) -> Bool {
    do throws(ConstraintViolation) {
      for change in changes {
        let walk = Walk(types: types, change: change, keys: keys, isWhole: mayHaveMoved(change))
        try walk.judge(state, type)
      }
      return false
    } catch {
      return true
    }
  }

  /// Whether indices in the change's field may mean other elements by now.
  private func mayHaveMoved(_ change: Change) -> Bool {
    guard changes.count > 1 else { return false }
    return changes.contains { $0.undo.movesElements && $0.route.overlaps(change.route) }
  }

  /// The way to one change.
  private struct Walk {
    let types: TypeTable
    let change: Change
    let keys: Route.Keys
    /// Whether all of the field is judged in which the change lies.
    let isWhole: Bool

    func judge(_ state: Record, _ type: RecordType) throws(ConstraintViolation) {
      try judge(.record(state), .record(type.name), change.route.steps[...], change.firstKey)
    }

    private func judge(
      _ value: Value, _ type: FieldType, _ steps: ArraySlice<Route.Step>, _ key: Int
    ) throws(ConstraintViolation) {
      guard types.hasConstraints(type) else { return }
      guard let step = steps.first else { return try judgeEnd(value, type) }
      let rest = steps.dropFirst()
      switch (step, type, value) {
      case (_, .optional(let wrapped), _):
        try judge(value, wrapped, steps, key)
      case (.field(let slot), .record(let name), .record(let record)):
        guard let type = types.records[name] else { return }
        let slot = Int(slot)
        try types.judgeConstraint(of: type, slot, in: record)
        let field = type.fields[slot].type
        if isWhole { return try types.judge(record[slot], field) }
        try judge(record[slot], field, rest, key)
      case (.member(let member), .map(_, let element), .map(let map)):
        if let entry = map[.string(change.route.name(member))] {
          try judge(entry, element, rest, key)
        }
      case (.element, .map(_, let element), .map(let map)):
        if let entry = map[keys[key]] { try judge(entry, element, rest, key + 1) }
      case (.element, .list(let element), .list(let list)):
        guard case .int(let index) = keys[key], index >= 0, index < list.count else { return }
        try judge(list[Int(index)], element, rest, key + 1)
      default:
        try types.judge(value, type)
      }
    }

    /// Judges what was put there: all of it, or the elements that are new in a list.
    private func judgeEnd(_ value: Value, _ type: FieldType) throws(ConstraintViolation) {
      guard case .list(let element) = type.unwrapped, case .list(let list) = value else {
        return try types.judge(value, type)
      }
      switch change.undo {
      case .remove(let range):
        for index in range.clamped(to: 0..<list.count) { try types.judge(list[index], element) }
      case .replace(_, let index): try types.judge(list[index], element)
      case .insert, .move, .swap: break
      case .value, .absence: try types.judge(value, type)
      }
    }
  }
}

extension Undo {
  /// Whether elements of a list have other indices since.
  fileprivate var movesElements: Bool {
    switch self {
    case .insert, .remove, .move, .swap: true
    // What is put back whole may have been sorted.
    case .value(.list), .value(.map): true
    case .value, .absence, .replace: false
    }
  }
}

extension Route {
  /// Whether both begin in one field of the state, or one of them is the state itself.
  fileprivate func overlaps(_ other: Route) -> Bool {
    guard case .field(let slot)? = steps.first, case .field(let other)? = other.steps.first else {
      return true
    }
    return slot == other
  }
}
