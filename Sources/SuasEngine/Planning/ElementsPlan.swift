import CEL
import SuasProgram

/// The elements of a list or map, planned for a rule that evaluates expressions on each.
struct ElementsPlan: Sendable {
  let target: TargetPlan
  private let itemSlot: Int
  private let keySlot: Int

  init(_ elements: Elements) {
    target = TargetPlan(elements.target)
    itemSlot = elements.itemSlot
    keySlot = elements.keySlot
  }

  /// Binds `item` and `index`, or `key`, to an element.
  func bind(_ key: Value, _ item: Value, in execution: Execution) {
    execution.bind(itemSlot, item)
    execution.bind(keySlot, key)
  }

  /// Clears these bindings, so that nothing but the state holds its elements.
  func unbind(in execution: Execution) { bind(.null, .null, in: execution) }

  /// The elements of a collection with their indices or keys.
  func entries(
    of collection: Value, _ execution: Execution
  ) throws(EvaluationError) -> [Map.Entry] {
    switch collection {
    case .list(let list):
      try execution.spend(list.count)
      return list.enumerated().map { (.int(Int64($0)), $1) }
    case .map(let map):
      try execution.spend(map.count)
      return Array(map)
    default:
      throw .typeMismatch(collection, isNot: "a list or a map")
    }
  }

  /// The elements for which a condition has the wanted value; all of them if there is no condition.
  func entries(
    of collection: Value, where condition: ExpressionPlan?, is wanted: Bool = true,
    _ execution: Execution
  ) throws(EvaluationError) -> [Map.Entry] {
    let all = try entries(of: collection, execution)
    guard let condition else { return all }
    defer { unbind(in: execution) }
    var matching: [Map.Entry] = []
    for entry in all {
      bind(entry.key, entry.value, in: execution)
      if try condition.evaluateBool(&execution.frame) == wanted { matching.append(entry) }
    }
    return matching
  }
}
