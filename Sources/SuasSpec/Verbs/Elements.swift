import CEL
import YAML

/// The elements of a list or map, as verbs see them that judge each: `item`, or the name in `as`,
/// and `index`, or `key` for a map.
struct Elements: Sendable {
  let target: Target
  let elementType: FieldType
  /// The type of `index` or `key`.
  private let keyType: Type
  private let keyName: String
  let itemName: String
  private let itemSlot: Int
  private let keySlot: Int

  /// Resolves a path to a list or map, and brings its elements into scope.
  init?(_ path: ExpressionSyntax, as name: Name?, in scope: inout Scope) {
    let target = scope.target(path, as: "a list or a map") { type in
      switch type {
      case .list, .map: true
      default: false
      }
    }
    guard let target else { return nil }
    self.target = target
    switch target.type.unwrapped {
    case .list(let element): (elementType, keyType, keyName) = (element, .int, "index")
    case .map(let key, let value): (elementType, keyType, keyName) = (value, key.cel, "key")
    default: (elementType, keyType, keyName) = (.any, .dyn, "index")
    }
    itemName = name?.text ?? "item"
    itemSlot = scope.bind(itemName, elementType.cel, meaning: .value(elementType))
    keySlot = scope.bind(keyName, keyType)
  }

  /// Lets the element be a place while the rules of an update run on it.
  ///
  /// - Returns: The slots that hold the keys of the path to the list or map meanwhile.
  func update(in scope: inout Scope) -> [Int] {
    var pathSlots: [Int] = []
    var components = target.components.map { component -> Target.Component in
      guard case .element = component else { return component }
      pathSlots.append(scope.reserveSlot())
      return .element(.bound(pathSlots[pathSlots.count - 1]))
    }
    components.append(.element(.bound(keySlot)))
    let item = Target.Item(slot: itemSlot, depth: components.count)
    scope.bind(
      itemName, updating: target,
      Scope.Element(components: components, type: elementType, items: target.items + [item]),
      slot: itemSlot)
    return pathSlots
  }

  /// Makes `item` and `index`, or `key`, stand for an element.
  func bind(_ key: Value, _ item: Value, in execution: Execution) {
    execution.bind(itemSlot, item)
    execution.bind(keySlot, key)
  }

  /// Makes them stand for nothing, so that the state holds its elements alone.
  func unbind(in execution: Execution) { bind(.null, .null, in: execution) }

  /// The elements that stand there now, with their indices or keys.
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

  /// The elements for which a condition holds, all of them where there is none.
  func entries(
    of collection: Value, where condition: Program?, is wanted: Bool = true,
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

extension RuleReader {
  /// The name that `as` gives to the element.
  mutating func elementName() -> Name? {
    optional("as").flatMap { Name(declaring: $0, "an element", findings) }
  }
}
