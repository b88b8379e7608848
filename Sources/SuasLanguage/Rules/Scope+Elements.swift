import CEL
import SuasProgram
import YAML

/// Elements of lists and maps, brought into scope.
extension Scope {
  /// Resolves a path to a list or map, and brings its elements into scope.
  mutating func elements(_ path: ExpressionSyntax, as name: Name?) -> Elements? {
    let target = target(path, as: "a list or a map") { type in
      switch type {
      case .list, .map: true
      default: false
      }
    }
    guard let target else { return nil }
    let (elementType, keyType, keyName): (FieldType, Type, String) =
      switch target.type.unwrapped {
      case .list(let element): (element, .int, "index")
      case .map(let key, let value): (value, key.cel, "key")
      default: (.any, .dyn, "index")
      }
    if let name { warnOfHiding(name) }
    let itemName = name?.text ?? "item"
    return Elements(
      target: target, elementType: elementType, itemName: itemName,
      itemSlot: bind(itemName, elementType.cel, meaning: .value(elementType)),
      keySlot: bind(keyName, keyType))
  }

  /// Makes the element a place that the rules of an update can change.
  ///
  /// - Returns: The slots that hold the keys in the path to the list or map during the update.
  mutating func update(_ elements: Elements) -> [Int] {
    let target = elements.target
    var pathSlots: [Int] = []
    var components = target.components.map { component -> Target.Component in
      guard case .element = component else { return component }
      pathSlots.append(reserveSlot())
      return .element(.bound(pathSlots[pathSlots.count - 1]))
    }
    components.append(.element(.bound(elements.keySlot)))
    let item = Target.Item(slot: elements.itemSlot, depth: components.count)
    bind(
      elements.itemName, updating: target,
      Element(components: components, type: elements.elementType, items: target.items + [item]))
    return pathSlots
  }
}
