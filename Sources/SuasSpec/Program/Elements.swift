import CEL

/// The elements of a list or map, as rules see them that judge each: `item`, or the name in `as`,
/// and `index`, or `key` for a map.
struct Elements: Sendable {
  let target: Target
  let elementType: FieldType
  /// The name of the element.
  let itemName: String
  let itemSlot: Int
  /// The slot of `index` or `key`.
  let keySlot: Int
}
