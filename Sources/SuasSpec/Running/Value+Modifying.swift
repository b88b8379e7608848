import CEL

/// Changes in place: while `body` runs, the value it works on is held nowhere else, so that lists
/// and records that no other state shares are changed where they are.
extension Value {
  mutating func modifyRecord<Result>(
    _ body: (inout Record) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard case .record(var record) = self else { throw .typeMismatch(self, isNot: "a record") }
    self = .null
    defer { self = .record(record) }
    return try body(&record)
  }

  mutating func modifyList<Result>(
    _ body: (inout List) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard case .list(var list) = self else { throw .typeMismatch(self, isNot: "a list") }
    self = .null
    defer { self = .list(list) }
    return try body(&list)
  }

  mutating func modifyMap<Result>(
    _ body: (inout Map) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard case .map(var map) = self else { throw .typeMismatch(self, isNot: "a map") }
    self = .null
    defer { self = .map(map) }
    return try body(&map)
  }

  /// The element of a list at an index, or the value of a map's key.
  ///
  /// - Parameter fallback: What is put at a map's key that is not there.
  mutating func modifyElement<Result>(
    _ key: Value, _ fallback: Value?, _ body: (inout Value) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    switch self {
    case .list:
      return try modifyList { list throws(EvaluationError) in
        try list.modify(at: try list.index(key, below: list.count), body)
      }
    case .map:
      guard key.isMapKey else { throw .typeMismatch(key, isNot: "the key of a map") }
      return try modifyMap { map throws(EvaluationError) in
        if let result = try map.modify(key, body) { return result }
        guard var value = fallback else { throw .noSuchKey(key) }
        let result = try body(&value)
        map[key] = value
        return result
      }
    default:
      throw .typeMismatch(self, isNot: "a list or a map")
    }
  }

  /// A field of a record, or the value of a map's key, of a value whose type is not known.
  mutating func modifyMember<Result>(
    _ name: String, _ fallback: Value?,
    _ body: (inout Value) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard case .record = self else { return try modifyElement(.string(name), fallback, body) }
    return try modifyRecord { record throws(EvaluationError) in
      guard let slot = record.shape.slot(of: name) else {
        throw .noSuchField(.string(name), of: record.shape.name)
      }
      _ = try record.field(slot)
      return try body(&record[slot])
    }
  }

  /// The element of a list at an index, or the value of a map's key.
  func element(_ key: Value) throws(EvaluationError) -> Value {
    switch self {
    case .list(let list):
      return list[try list.index(key, below: list.count)]
    case .map(let map):
      guard let value = map[key] else { throw .noSuchKey(key) }
      return value
    default:
      throw .typeMismatch(self, isNot: "a list or a map")
    }
  }

  /// A field of a record, or the value of a map's key.
  func member(_ name: String) throws(EvaluationError) -> Value {
    guard case .record(let record) = self else { return try element(.string(name)) }
    guard let slot = record.shape.slot(of: name) else {
      throw .noSuchField(.string(name), of: record.shape.name)
    }
    return try record.field(slot)
  }
}

extension Value {
  /// Whether a map can have the key: what JSON and the language's own maps have.
  fileprivate var isMapKey: Bool {
    switch self {
    case .string, .int, .bool: true
    default: false
    }
  }
}

extension Record {
  /// A field's value; of a variant, the contents of a case that is the present one.
  func field(_ slot: Int) throws(EvaluationError) -> Value {
    if shape.isVariant, self[slot] == .null {
      throw .caseNotPresent(shape.fields[slot].name, of: shape.name)
    }
    return self[slot]
  }
}

extension List {
  /// The index that a value is, where there is a place for it.
  func index(_ value: Value, below bound: Int) throws(EvaluationError) -> Int {
    guard case .int(let index) = value else { throw .typeMismatch(value, isNot: "an int") }
    guard index >= 0, index < Int64(bound) else {
      throw .indexOutOfRange(index, count: count)
    }
    return Int(index)
  }
}
