import CEL

/// Reads values from outside, such as JSON.
extension TypeTable {
  /// Reads a value as a type, as a payload is read: texts are keys of maps where the type asks for
  /// others, defaults fill in, and keys that a record lacks are passed over.
  ///
  /// - Throws: The errors of ``fit(_:to:)``, and `constraint-violated` for a broken `where`.
  package func read(_ value: Value, as type: FieldType) throws(EvaluationError) -> Value {
    let fitted = try readUnjudged(value, as: type)
    guard hasConstraints(type) else { return fitted }
    do throws(ConstraintViolation) {
      try judge(fitted, type)
    } catch {
      throw EvaluationError(code: "constraint-violated", message: error.message)
    }
    return fitted
  }

  /// Reads a value as ``read(_:as:)`` does, but judges no `where`.
  package func readUnjudged(_ value: Value, as type: FieldType) throws(EvaluationError) -> Value {
    if type == .any { return try fit(value, to: type) }
    var left = Self.mostValuesRead
    do throws(DepthExcess) {
      try value.checkDepth(&left)
    } catch {
      throw EvaluationError(code: "type-mismatch", message: "it is nested too deep, or too large")
    }
    return try fit(adapted(value, to: type), to: type)
  }

  private static let mostValuesRead = 10_000_000

  /// Returns the value with its keys read as the type needs them.
  private func adapted(_ value: Value, to type: FieldType) -> Value {
    switch (type, value) {
    case (.optional(let wrapped), _): adapted(value, to: wrapped)
    case (.list(let element), .list(let list)):
      .list(List(list.map { adapted($0, to: element) }))
    case (.map(let key, let element), .map(let map)):
      .map(map.mapped { (adapted(key: $0, to: key), adapted($1, to: element)) })
    case (.record(let name), .map(let map)), (.partial(let name), .map(let map)):
      records[name].map { .map(adapted(map, to: $0)) } ?? value
    default: value
    }
  }

  /// Returns the entries that a record has fields for, or a variant cases.
  private func adapted(_ map: Map, to record: RecordType) -> Map {
    map.mapped { key, value in
      guard case .string(let name) = key, let slot = record.shape.slot(of: name) else {
        return nil
      }
      return (key, adapted(value, to: record.fields[slot].type))
    }
  }

  /// The key of a map, which is a text in JSON.
  private func adapted(key: Value, to type: FieldType) -> Value {
    guard case .string(let text) = key else { return key }
    switch type {
    case .int: return Int64(text).map { .int($0) } ?? key
    case .bool: return Bool(text).map { .bool($0) } ?? key
    default: return key
    }
  }
}

extension Map {
  fileprivate func mapped(_ transform: (Value, Value) -> (key: Value, value: Value)?) -> Map {
    var mapped = Map()
    for (key, value) in self {
      if let entry = transform(key, value) { mapped[entry.key] = entry.value }
    }
    return mapped
  }
}
