import CEL

/// Changes in place: while `body` runs, the value it works on is held nowhere else, so that lists
/// and records that no other state shares are changed where they are.
extension Value {
  @inline(__always)
  mutating func modifyRecord<Result>(
    _ body: (inout Record) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    switch consume self {
    case .record(var record):
      do throws(EvaluationError) {
        let result = try body(&record)
        self = .record(record)
        return result
      } catch {
        self = .record(record)
        throw error
      }
    case let other:
      self = other
      throw .typeMismatch(other, isNot: "a record")
    }
  }

  @inline(__always)
  mutating func modifyList<Result>(
    _ body: (inout List) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    switch consume self {
    case .list(var list):
      do throws(EvaluationError) {
        let result = try body(&list)
        self = .list(list)
        return result
      } catch {
        self = .list(list)
        throw error
      }
    case let other:
      self = other
      throw .typeMismatch(other, isNot: "a list")
    }
  }

  @inline(__always)
  mutating func modifyMap<Result>(
    _ body: (inout Map) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    switch consume self {
    case .map(var map):
      do throws(EvaluationError) {
        let result = try body(&map)
        self = .map(map)
        return result
      } catch {
        self = .map(map)
        throw error
      }
    case let other:
      self = other
      throw .typeMismatch(other, isNot: "a map")
    }
  }

  /// The element of a list at an index, or the value of a map's key.
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
  var isMapKey: Bool {
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

extension Value {
  /// The index that the value is, in a list of so many elements.
  ///
  /// - Parameter places: How many places there are, one more where something is inserted.
  func index(inListOf count: Int, places: Int? = nil) throws(EvaluationError) -> Int {
    guard case .int(let index) = self else { throw .typeMismatch(self, isNot: "an int") }
    return try index.index(inListOf: count, places: places)
  }
}

extension Int64 {
  /// The index that the number is, in a list of so many elements.
  ///
  /// - Parameter places: How many places there are, one more where something is inserted.
  @inline(__always)
  func index(inListOf count: Int, places: Int? = nil) throws(EvaluationError) -> Int {
    guard self >= 0, self < Int64(places ?? count) else {
      throw .indexOutOfRange(self, count: count)
    }
    return Int(self)
  }
}
