extension Value {
  /// True if the value is one of a type, as far as expressions see it.
  package func belongs(to type: Type) -> Bool {
    switch (self, type) {
    case (.record(let record), .dyn), (.record(let record), .parameter): record.isWhole
    case (_, .dyn), (_, .parameter): true
    case (.null, .null), (.null, .nullable), (.null, .timestamp), (.null, .duration),
      (.null, .abstract):
      true
    case (_, .nullable(let inner)): belongs(to: inner)
    case (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.string, .string),
      (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration), (.type, .type):
      true
    case (.list(let list), .list(let element)): list.allSatisfy { $0.belongs(to: element) }
    case (.map(let map), .map(let key, let value)):
      map.allSatisfy { $0.key.belongs(to: key) && $0.value.belongs(to: value) }
    case (.record(let record), .record(let name)):
      record.shape.name == name && record.isWhole
    // Some of the fields of a record are a map.
    case (.map, .record(let name)): Shape.isNameOfPartial(name)
    case (.optional, .abstract), (.opaque, .abstract): true
    default: false
    }
  }
}

extension Record {
  /// True if each field has a value of its type; of a variant, one field has.
  fileprivate var isWhole: Bool {
    let values = zip(shape.fields, fields)
    guard shape.isVariant else { return values.allSatisfy { $1.belongs(to: $0.type) } }
    return fields.count { $0 != .null } == 1
      && values.allSatisfy { $1 == .null || $1.belongs(to: $0.type) }
  }
}
