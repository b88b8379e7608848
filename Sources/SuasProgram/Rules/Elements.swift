import CEL

/// The elements of a list or map in a rule that evaluates expressions on each: `item`, or the name
/// in `as`, and `index`, or `key` for a map.
package struct Elements: Sendable {
  package let target: Target
  package let elementType: FieldType
  /// The name of the element.
  package let itemName: String
  package let itemSlot: Int
  /// The slot of `index` or `key`.
  package let keySlot: Int

  package init(
    target: Target, elementType: FieldType, itemName: String, itemSlot: Int, keySlot: Int
  ) {
    self.target = target
    self.elementType = elementType
    self.itemName = itemName
    self.itemSlot = itemSlot
    self.keySlot = keySlot
  }
}
