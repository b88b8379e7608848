/// The entry of a map, or the part of an `any`, at the end of a path: it need not be there.
struct SwiftEntry {
  /// The map or the `any`, as it stands on the left of an assignment.
  let map: String
  let key: String
  /// True if the entry is in an `any`.
  let isOpen: Bool
  /// True if the key is a name, which may be that of a record's field.
  let isNamed: Bool

  /// The value; none if it is not there.
  var value: String { isOpen ? "\(map).partIfAny(\(key))" : "\(map)[\(key)]" }

  /// The condition that the entry is there.
  var isThere: String { isOpen ? "\(value) != nil" : "\(map).hasKey(\(key))" }

  /// The condition that the entry is not there.
  var isAbsent: String { isOpen ? "\(value) == nil" : "!\(map).hasKey(\(key))" }

  /// The place that a new value is assigned to.
  var place: String { isOpen ? "\(map)[part: \(key)]" : "\(map)[\(key)]" }

  /// The statement that puts back a former value, or nothing.
  var restoring: String { isOpen ? "\(map).put(old, at: \(key))" : "\(map)[\(key)] = old" }

  /// The statement that drops the entry.
  var removal: String { isOpen ? "\(map).put(nil, at: \(key))" : "\(map)[\(key)] = nil" }

  /// The check that a value can be put there; nil where it always can.
  var check: String? {
    isOpen ? "try \(map).requirePlace(\(isNamed ? "named: " : "")\(key))" : nil
  }
}

extension SwiftRules {
  /// The entry at the end of a path; nil if the path ends in a field or in an element.
  func entry(_ path: OpenedPath) throws(NotGenerated) -> SwiftEntry? {
    guard let entry = path.entry else { return nil }
    var isNamed = false
    if case .dynamic(.openedMember) = path.place.kind { isNamed = true }
    return SwiftEntry(
      map: try expressions.place(entry.map), key: try key(entry.key, of: entry.map.type),
      isOpen: entry.map.type == .any, isNamed: isNamed)
  }

  /// The statement that puts a value into an entry.
  func putting(_ value: Code, in entry: SwiftEntry) throws(NotGenerated) -> String {
    let text = expressions.names.typed(try expressions.text(value), value.type)
    // A null that is assigned as it is would drop the entry.
    let isWrapped = !entry.isOpen && value.type != value.type.nonNull
    return "\(entry.place) = \(value.canFail ? "try " : "")\(isWrapped ? ".some(\(text))" : text)"
  }

  private func key(_ key: Code, of type: ValueType) throws(NotGenerated) -> String {
    type == .any && key.type != .string ? try expressions.argument(key) : try expressions.text(key)
  }
}
