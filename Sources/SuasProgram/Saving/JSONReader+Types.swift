import CEL

/// Reads values as types, without a copy in between: what is not known is passed over, what is
/// missing has its default.
extension JSONReader {
  /// Reads a value as a type.
  package mutating func read(
    _ type: FieldType, _ types: TypeTable, depth: Int = 0
  ) throws(SavedFault) -> Value {
    skipBlanks()
    switch type {
    case .optional(let inner):
      guard byte == UInt8(ascii: "n") else { return try read(inner, types, depth: depth) }
      return try scalar()
    case .record(let name):
      guard let record = types.records[name] else { throw .misfit("there is no such type") }
      if record.isVariant { return try readCase(of: record, types, depth: depth + 1) }
      return .record(
        try readRecord(record, types, over: nil, depth: depth + 1))
    case .list(let inner): return try readList(of: inner, types, depth: depth + 1)
    case .map(let key, let inner): return try readMap(key, inner, types, depth: depth + 1)
    case .any: return try whole()
    default: return try read(scalar: type, types)
    }
  }

  /// Reads a record.
  ///
  /// - Parameter initial: The values of fields that are missing; nil for their defaults.
  package mutating func readRecord(
    _ record: RecordType, _ types: TypeTable, over initial: Record?, depth: Int
  ) throws(SavedFault) -> Record {
    let fields = record.fields
    var values = ContiguousArray<Value?>(repeating: nil, count: fields.count)
    // Fields mostly come in the order of their declaration.
    var next = 0
    try members(depth) { (reader, key) throws(SavedFault) in
      let isNext = next < fields.count && fields[next].name == key
      guard let slot = isNext ? next : record.shape.slot(of: key) else {
        _ = try reader.whole()
        return
      }
      next = slot + 1
      do throws(SavedFault) {
        values[slot] = try reader.read(fields[slot].type, types, depth: depth)
      } catch {
        throw error.below(".\(key)")
      }
    }
    return try Record(record.shape) { slot throws(SavedFault) in
      if let value = values[slot] ?? initial?[slot] ?? fields[slot].default { return value }
      throw .misfit("'\(fields[slot].name)' is missing")
    }
  }

  private mutating func readList(
    of type: FieldType, _ types: TypeTable, depth: Int
  ) throws(SavedFault) -> Value {
    guard byte == UInt8(ascii: "[") else { throw .misfit("it is no list") }
    try check(depth)
    position += 1
    var list = List()
    if take("]") { return .list(list) }
    repeat {
      do throws(SavedFault) {
        list.append(try read(type, types, depth: depth))
      } catch {
        throw error.below("[\(list.count)]")
      }
    } while take(",")
    guard take("]") else { throw .syntax(failure("an array does not end")) }
    return .list(list)
  }

  private mutating func readMap(
    _ keyType: FieldType, _ type: FieldType, _ types: TypeTable, depth: Int
  ) throws(SavedFault) -> Value {
    var map = Map()
    try members(depth) { (reader, key) throws(SavedFault) in
      let read = Self.key(key, as: keyType, types)
      guard let read else { throw .misfit("'\(key)' is no key of \(keyType)") }
      do throws(SavedFault) {
        map[read] = try reader.read(type, types, depth: depth)
      } catch {
        throw error.below("[\(key)]")
      }
    }
    return .map(map)
  }

  private static func key(_ text: String, as type: FieldType, _ types: TypeTable) -> Value? {
    switch type {
    case .int: Int64(text).map(Value.int)
    case .bool: Bool(text).map(Value.bool)
    case .enumeration(let name): types.enums[name]?.has(text) == true ? .string(text) : nil
    default: .string(text)
    }
  }

  /// Reads a variant: the name of a case, alone or with its contents.
  private mutating func readCase(
    of variant: RecordType, _ types: TypeTable, depth: Int
  ) throws(SavedFault) -> Value {
    var present: (slot: Int, contents: Value)?
    func slot(_ name: String) throws(SavedFault) -> Int {
      if let slot = variant.shape.slot(of: name) { return slot }
      throw .misfit("\(variant.name) has no case '\(name)'")
    }
    if byte == UInt8(ascii: "\"") {
      guard case .string(let name) = try scalar() else { throw .misfit("it is no case") }
      let slot = try slot(name)
      var none = JSONReader(Array("{}".utf8))
      present = (slot, try none.read(variant.fields[slot].type, types, depth: depth))
    } else {
      try members(depth) { (reader, name) throws(SavedFault) in
        let slot = try slot(name)
        guard present == nil || present?.slot == slot else { throw .misfit("it has two cases") }
        do throws(SavedFault) {
          present = (slot, try reader.read(variant.fields[slot].type, types, depth: depth))
        } catch {
          throw error.below(".\(name)")
        }
      }
    }
    guard let present else { throw .misfit("it has no case") }
    return .record(
      Record(variant.shape) { slot in slot == present.slot ? present.contents : .null })
  }

  private mutating func read(
    scalar type: FieldType, _ types: TypeTable
  ) throws(SavedFault) -> Value {
    let value = try scalar()
    switch (type, value) {
    case (.bool, .bool), (.int, .int), (.string, .string): return value
    case (.double, .double(let number)) where number.isFinite: return value
    case (.double, .int(let number)): return .double(Double(number))
    case (.double, .string("NaN")): return .double(.nan)
    case (.double, .string("Infinity")): return .double(.infinity)
    case (.double, .string("-Infinity")): return .double(-.infinity)
    case (.timestamp, .string(let text)):
      if let time = Timestamp(text) { return .timestamp(time) }
    case (.duration, .string(let text)):
      if let duration = CEL.Duration(text) { return .duration(duration) }
    case (.enumeration(let name), .string(let text)):
      if types.enums[name]?.has(text) == true { return value }
    default: break
    }
    throw .misfit("it is no \(type)")
  }

  // MARK: Parts

  /// Reads a value that is no list and no object.
  private mutating func scalar() throws(SavedFault) -> Value {
    guard byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") else {
      throw .misfit("it is a list or an object")
    }
    return try whole()
  }
}
