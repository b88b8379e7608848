/// Reads values as the types of a version: what is not known is passed over, what is missing has its
/// default.
extension JSONReader {
  /// Reads a value.
  ///
  /// - Parameter depth: The number of lists and objects around it.
  mutating func read(
    _ type: SavedType, _ types: SavedTypes, inside depth: Int
  ) throws(SavedFault) -> JSONValue {
    skipBlanks()
    switch type {
    case .any: return try whole()
    case .optional(let wrapped):
      return byte == UInt8(ascii: "n") ? try whole() : try read(wrapped, types, inside: depth)
    case .list(let element): return .array(try list(of: element, types, depth + 1))
    case .map(let key, let value): return .object(try map(key, value, types, depth + 1))
    case .record(let name):
      guard let record = types.records[name] else { throw .misfit("there is no such type") }
      return record.type.isVariant
        ? try variant(record, types, depth + 1)
        : try self.record(record, types, over: nil, depth + 1)
    default:
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        throw .misfit("it is a list or an object")
      }
      guard let value = try whole().saved(as: type, types) else {
        throw .misfit("it is no \(type)")
      }
      return value
    }
  }

  /// Reads a record.
  ///
  /// - Parameter initial: The values of fields that are missing; nil for their defaults.
  mutating func record(
    _ record: SavedRecord, _ types: SavedTypes, over initial: RecordValue?, _ depth: Int
  ) throws(SavedFault) -> JSONValue {
    let fields = record.fields
    var found = [JSONValue?](repeating: nil, count: fields.count)
    // They mostly come in the order of their declaration.
    var expected = 0
    try members(depth) { (reader, name) throws(SavedFault) in
      let isExpected = expected < fields.count && fields[expected].name.equals(name)
      guard let slot = isExpected ? expected : record.type.slot(of: name) else {
        _ = try reader.whole()
        return
      }
      expected = slot + 1
      found[slot] = try reader.read(fields[slot].type, types, inside: depth, below: ".\(name)")
    }
    var values: [JSONValue] = []
    values.reserveCapacity(fields.count)
    for (slot, field) in fields.enumerated() {
      if let value = found[slot] ?? initial?.values[slot] ?? types.standard(of: record, slot) {
        values.append(value)
      } else {
        throw .misfit("'\(field.name)' is missing")
      }
    }
    return .record(record.type, values)
  }

  /// Reads a part, whose fault has its path.
  private mutating func read(
    _ type: SavedType, _ types: SavedTypes, inside depth: Int, below path: @autoclosure () -> String
  ) throws(SavedFault) -> JSONValue {
    do throws(SavedFault) {
      return try read(type, types, inside: depth)
    } catch {
      throw error.below(path())
    }
  }

  private mutating func list(
    of type: SavedType, _ types: SavedTypes, _ depth: Int
  ) throws(SavedFault) -> [JSONValue] {
    guard byte == UInt8(ascii: "[") else { throw .misfit("it is no list") }
    try check(depth)
    position += 1
    var elements: [JSONValue] = []
    if take("]") { return elements }
    repeat {
      let element = try read(type, types, inside: depth, below: "[\(elements.count)]")
      elements.append(element)
    } while take(",")
    guard take("]") else { throw .syntax(failure("an array does not end")) }
    return elements
  }

  private mutating func map(
    _ keyType: SavedType, _ type: SavedType, _ types: SavedTypes, _ depth: Int
  ) throws(SavedFault) -> OrderedMap<JSONValue, JSONValue> {
    var entries: OrderedMap<JSONValue, JSONValue> = [:]
    try members(depth) { (reader, text) throws(SavedFault) in
      guard let key = JSONValue(key: text, as: keyType, types) else {
        throw .misfit("'\(text)' is no key of \(keyType)")
      }
      entries[key] = try reader.read(type, types, inside: depth, below: "[\(text)]")
    }
    return entries
  }

  /// Reads a variant: the name of a case, alone or with its contents.
  private mutating func variant(
    _ variant: SavedRecord, _ types: SavedTypes, _ depth: Int
  ) throws(SavedFault) -> JSONValue {
    var present: (slot: Int, contents: JSONValue)?
    if byte == UInt8(ascii: "\"") {
      guard case .string(let name) = try whole() else { throw .misfit("it is no case") }
      let slot = try variant.slot(ofCase: name)
      var none = JSONReader(Array("{}".utf8))
      present = (slot, try none.read(variant.fields[slot].type, types, inside: depth))
    } else {
      try members(depth) { (reader, name) throws(SavedFault) in
        let slot = try variant.slot(ofCase: name)
        if let present, present.slot != slot { throw .misfit("it has two cases") }
        let type = variant.fields[slot].type
        present = (slot, try reader.read(type, types, inside: depth, below: ".\(name)"))
      }
    }
    guard let (slot, contents) = present else { throw .misfit("it has no case") }
    return .record(
      variant.type, variant.fields.indices.map { $0 == slot ? contents : .null })
  }
}

extension SavedRecord {
  fileprivate func slot(ofCase name: String) throws(SavedFault) -> Int {
    guard let slot = type.slot(of: name) else {
      throw .misfit("\(type.name) has no case '\(name)'")
    }
    return slot
  }
}

extension JSONValue {
  /// Reads the key of a map; nil if it is of another type.
  fileprivate init?(key text: String, as type: SavedType, _ types: SavedTypes) {
    switch type {
    case .int:
      guard let int = Int64(text) else { return nil }
      self = .int(int)
    case .bool:
      guard let bool = Bool(text) else { return nil }
      self = .bool(bool)
    case .enumeration(let name) where !types.has(text, name): return nil
    default: self = .string(text)
    }
  }

  /// The value as one of a type without parts; nil if it is of another type.
  fileprivate func saved(as type: SavedType, _ types: SavedTypes) -> JSONValue? {
    switch (type, self) {
    case (.bool, .bool), (.int, .int), (.string, .string): self
    case (.double, .double(let number)) where number.isFinite: self
    case (.double, .int(let number)): .double(Double(number))
    case (.double, "NaN"): .double(.nan)
    case (.double, "Infinity"): .double(.infinity)
    case (.double, "-Infinity"): .double(-.infinity)
    case (.timestamp, .string(let text)): Timestamp(text).map { .timestamp($0) }
    case (.duration, .string(let text)): Period(text).map { .duration($0) }
    case (.enumeration(let name), .string(let text)): types.has(text, name) ? self : nil
    default: nil
    }
  }
}

extension JSONValue {
  /// The value as one in the head of a saved text.
  var headPart: SavedHead.HeadPart {
    switch self {
    case .int(let number): .int(number)
    case .string(let text): .text(text)
    default: .other
    }
  }
}
