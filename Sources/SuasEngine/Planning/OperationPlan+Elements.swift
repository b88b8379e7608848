import CEL
import SuasProgram

/// The steps of operations on the elements of a list or map.
extension OperationPlan {
  static func sorting(
    _ elements: ElementsPlan, by key: ExpressionPlan?, descending: ExpressionPlan?
  ) -> OperationPlan {
    let target = elements.target
    return OperationPlan { execution throws(EvaluationError) in
      let descending = try descending?.evaluateBool(&execution.frame) ?? false
      let list = try target.read(execution)
      guard case .list = list else { throw .typeMismatch(list, isNot: "a list") }
      var ranked: [(rank: Value, value: Value)] = []
      for (index, value) in try elements.entries(of: list, execution) {
        elements.bind(index, value, in: execution)
        ranked.append((try key?.evaluate(&execution.frame) ?? value, value))
      }
      elements.unbind(in: execution)
      try execution.spend(ranked.count * (Int.bitWidth - ranked.count.leadingZeroBitCount))
      // Either all values of a type have an order or none has, so comparing neighbours is enough.
      for (left, right) in zip(ranked, ranked.dropFirst())
      where left.rank.precedes(right.rank) == nil {
        throw .unordered(left.rank, right.rank)
      }
      // The standard library's sort is stable; so is this one with the order reversed.
      ranked.sort {
        (descending ? $1.rank.precedes($0.rank) : $0.rank.precedes($1.rank)) ?? false
      }
      let sorted = List(ranked.lazy.map(\.value))
      try target.modify(execution) { $0 = .list(sorted) }
      return true
    }
  }

  /// Keeps only the selected elements; if these are all, it does not count as a change.
  static func filtering(
    _ elements: ElementsPlan, leaving selection: Operation.Selection
  ) -> OperationPlan {
    switch selection {
    case .matching(let condition, let wanted):
      let condition = condition.planned()
      return filtering(elements) { collection, execution throws(EvaluationError) in
        try elements.entries(of: collection, where: condition, is: wanted, execution)
      }
    case .unequal(let value):
      let value = value.planned()
      return filtering(elements) { collection, execution throws(EvaluationError) in
        let value = try value.evaluate(&execution.frame)
        return try elements.entries(of: collection, execution).filter { $0.value != value }
      }
    }
  }

  private static func filtering(
    _ elements: ElementsPlan,
    _ left: @escaping @Sendable (Value, Execution) throws(EvaluationError) -> [Map.Entry]
  ) -> OperationPlan {
    let target = elements.target
    return OperationPlan { execution throws(EvaluationError) in
      let collection = try target.read(execution)
      let entries = try left(collection, execution)
      switch collection {
      case .list(let list):
        guard entries.count < list.count else { return false }
        try target.modify(execution) { $0 = .list(List(entries.map(\.value))) }
      case .map(let map):
        guard entries.count < map.count else { return false }
        var left = Map()
        for (key, value) in entries { left[key] = value }
        try target.modify(execution) { [left] in $0 = .map(left) }
      default:
        throw .typeMismatch(collection, isNot: "a list or a map")
      }
      return true
    }
  }

  static func deleting(_ target: Target) -> OperationPlan {
    let map = TargetPlan(target.parent)
    let last = target.components.last
    let target = TargetPlan(target)
    return OperationPlan { execution throws(EvaluationError) in
      let key: Value
      if case .member(let name)? = last {
        key = .string(name)
      } else {
        guard let last = try target.keys(execution).last else { return false }
        key = last
      }
      switch try map.read(execution) {
      case .map(let entries) where entries[key] == nil: return false
      case .map: break
      case let value: throw .typeMismatch(value, isNot: "a map")
      }
      try map.modify(execution) { place throws(EvaluationError) in
        try place.modifyMap { $0[key] = nil }
      }
      return true
    }
  }

  static func updating(
    _ elements: Elements, _ pathSlots: [Int], where condition: ExpressionPlan?, _ rules: [RulePlan]
  ) -> OperationPlan {
    // The path is evaluated once, even if the rules change values that it reads.
    let place = TargetPlan(elements.target.pinned(to: pathSlots))
    let elements = ElementsPlan(elements)
    return OperationPlan { execution throws(EvaluationError) in
      let pathKeys = try elements.target.keys(execution)
      for (slot, key) in zip(pathSlots, pathKeys) { execution.bind(slot, key) }
      // Only the keys are kept: while the rules run, nothing but the state holds its elements.
      let keys = try elements.entries(
        of: try place.read(execution), where: condition, execution
      ).map(\.key)
      for key in keys {
        let item = try place.read(execution).element(key)
        elements.bind(key, item, in: execution)
        try execution.run(rules)
      }
      elements.unbind(in: execution)
      return false
    }
  }
}
