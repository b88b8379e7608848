import CEL
import SuasProgram

/// Checks the constraints only of values that an action changed.
extension ChangeLog {
  /// Returns true if a constraint is broken where something was changed.
  ///
  /// Values that no change lies in were checked when they were made.
  func breaksConstraint(_ types: TypeTable, of type: RecordType, in state: Record) -> Bool {
    var used: [Change] = []
    do throws(ConstraintViolation) {
      for change in changes {
        switch change.undo {
        case .opening: used.append(change)
        case .closing: used.removeLast()
        default:
          let walk = Walk(
            types: types, legs: used + [change], keys: keys,
            isWhole: mayHaveMoved(used.first ?? change))
          try walk.judge(state, type)
        }
      }
      return false
    } catch {
      return true
    }
  }

  /// True if indices in the change's field may refer to other elements by now.
  private func mayHaveMoved(_ change: Change) -> Bool {
    guard changes.count > 1 else { return false }
    var depth = 0
    var isInside = false
    for other in changes {
      switch other.undo {
      case .opening:
        if depth == 0 { isInside = other.route.overlaps(change.route) }
        depth += 1
      case .closing: depth -= 1
      default:
        let isRelated = depth > 0 ? isInside : other.route.overlaps(change.route)
        if isRelated, other.undo.movesElements { return true }
      }
    }
    return false
  }

  /// The walk from the state to one change.
  private struct Walk {
    let types: TypeTable
    /// The uses of shared rules around the change, and the change itself.
    let legs: [Change]
    let keys: Route.Keys
    /// True if the whole field that contains the change is checked.
    let isWhole: Bool

    func judge(_ state: Record, _ type: RecordType) throws(ConstraintViolation) {
      try judge(.record(state), .record(type.name), leg: 0)
    }

    private func judge(
      _ value: Value, _ type: FieldType, leg: Int
    ) throws(ConstraintViolation) {
      try judge(value, type, legs[leg].route.steps[...], legs[leg].firstKey, leg)
    }

    private func judge(
      _ value: Value, _ type: FieldType, _ steps: ArraySlice<Route.Step>, _ key: Int, _ leg: Int
    ) throws(ConstraintViolation) {
      guard types.hasConstraints(type) else { return }
      guard let step = steps.first else {
        return leg + 1 < legs.count
          ? try judge(value, type, leg: leg + 1) : try judgeEnd(value, type)
      }
      let rest = steps.dropFirst()
      switch (step, type, value) {
      case (_, .optional(let wrapped), _):
        try judge(value, wrapped, steps, key, leg)
      case (.field(let slot), .record(let name), .record(let record)):
        guard let type = types.records[name] else { return }
        let slot = Int(slot)
        try types.judgeConstraint(of: type, slot, in: record)
        let field = type.fields[slot].type
        if isWhole { return try types.judge(record[slot], field) }
        try judge(record[slot], field, rest, key, leg)
      case (.member(let member), .map(_, let element), .map(let map)):
        if let entry = map[.string(legs[leg].route.name(member))] {
          try judge(entry, element, rest, key, leg)
        }
      case (.element, .map(_, let element), .map(let map)):
        if let entry = map[keys[key]] { try judge(entry, element, rest, key + 1, leg) }
      case (.element, .list(let element), .list(let list)):
        guard case .int(let index) = keys[key], index >= 0, index < list.count else { return }
        try judge(list[Int(index)], element, rest, key + 1, leg)
      default:
        try types.judge(value, type)
      }
    }

    /// Checks the changed value: all of it, or only the new elements of a list.
    private func judgeEnd(_ value: Value, _ type: FieldType) throws(ConstraintViolation) {
      guard case .list(let element) = type.unwrapped, case .list(let list) = value else {
        return try types.judge(value, type)
      }
      switch legs[legs.count - 1].undo {
      case .remove(let range):
        for index in range.clamped(to: 0..<list.count) { try types.judge(list[index], element) }
      case .replace(_, let index): try types.judge(list[index], element)
      case .insert, .move, .swap, .opening, .closing: break
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
    case .value, .absence, .replace, .opening, .closing: false
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
