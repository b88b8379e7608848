import CEL
import SuasProgram

/// Checks the constraints only of values that an action changed.
extension ChangeLog {
  /// Returns true if a constraint is broken where something was changed.
  ///
  /// Values that no change lies in were checked when they were made.
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

  /// True if indices in the change's field may refer to other elements by now.
  private func mayHaveMoved(_ change: Change) -> Bool {
    guard changes.count > 1 else { return false }
    return changes.contains { $0.undo.movesElements && $0.route.overlaps(change.route) }
  }

  /// The walk from the state to one change.
  private struct Walk {
    let types: TypeTable
    let change: Change
    let keys: Route.Keys
    /// True if the whole field that contains the change is checked.
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

    /// Checks the changed value: all of it, or only the new elements of a list.
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
  /// True if elements of a list may have other indices since the change.
  fileprivate var movesElements: Bool {
    switch self {
    case .insert, .remove, .move, .swap: true
    // A change of the whole value may have been a sort.
    case .value(.list), .value(.map): true
    case .value, .absence, .replace: false
    }
  }
}

extension Route {
  /// True if both routes begin in the same field of the state, or one of them is the state itself.
  fileprivate func overlaps(_ other: Route) -> Bool {
    guard case .field(let slot)? = steps.first, case .field(let other)? = other.steps.first else {
      return true
    }
    return slot == other
  }
}
