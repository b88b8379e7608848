import CEL
import SuasProgram

/// Changes in place: while `body` runs, nothing else holds its value, so that lists and records
/// that no other state shares are not copied.
extension Value {
  @inline(__always)
  mutating func modifyRecord<Result>(
    _ body: (inout Record) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard let result = try modifyIfRecord(body) else {
      throw .typeMismatch(self, isNot: "a record")
    }
    return result
  }

  @inline(__always)
  mutating func modifyList<Result>(
    _ body: (inout List) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard let result = try modifyIfList(body) else {
      throw .typeMismatch(self, isNot: "a list")
    }
    return result
  }

  @inline(__always)
  mutating func modifyMap<Result>(
    _ body: (inout Map) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard let result = try modifyIfMap(body) else {
      throw .typeMismatch(self, isNot: "a map")
    }
    return result
  }

  /// The element of a list at an index, or the value for a map's key.
  func element(_ key: Value) throws(EvaluationError) -> Value {
    switch self {
    case .list(let list):
      return list[try key.index(inListOf: list.count)]
    case .map(let map):
      guard let value = map[key] else { throw .noSuchKey(key) }
      return value
    default:
      throw .typeMismatch(self, isNot: "a list or a map")
    }
  }

  /// A field of a record, or the value for a map's key.
  func member(_ name: String) throws(EvaluationError) -> Value {
    guard case .record(let record) = self else { return try element(.string(name)) }
    guard let slot = record.shape.slot(of: name) else {
      throw .noSuchField(.string(name), of: record.shape.name)
    }
    return try record.field(slot)
  }
}

extension Value {
  /// True if the value can be the key of a map in JSON or in the spec language.
  var isMapKey: Bool {
    switch self {
    case .string, .int, .bool: true
    default: false
    }
  }
}

extension Record {
  /// The value of a field; for a variant, the contents of a case, which must be the present one.
  func field(_ slot: Int) throws(EvaluationError) -> Value {
    if shape.isVariant, self[slot] == .null {
      throw .caseNotPresent(shape.fields[slot].name, of: shape.name)
    }
    return self[slot]
  }
}

extension Value {
  /// The value as an index into a list of `count` elements.
  ///
  /// - Parameter places: The number of valid indices: one more than `count` for an insertion.
  func index(inListOf count: Int, places: Int? = nil) throws(EvaluationError) -> Int {
    guard case .int(let index) = self else { throw .typeMismatch(self, isNot: "an int") }
    return try index.index(inListOf: count, places: places)
  }
}

extension Int64 {
  /// The number as an index into a list of `count` elements.
  ///
  /// - Parameter places: The number of valid indices: one more than `count` for an insertion.
  @inline(__always)
  func index(inListOf count: Int, places: Int? = nil) throws(EvaluationError) -> Int {
    guard self >= 0, self < Int64(places ?? count) else {
      throw .indexOutOfRange(self, count: count)
    }
    return Int(self)
  }
}
