// Operations of expressions on values whose types are known only at run time.

extension JSONValue {
  /// The value of a field or key; for an optional, an optional.
  package func member(_ name: String) throws(Failure) -> JSONValue {
    if case .optional(let inner) = self { return .optional(try inner?.presentMember(name)) }
    if let value = try presentMember(name) { return value }
    guard case .record(let record) = self else { throw .noSuchKey(.string(name)) }
    if record.type.isVariant {
      throw Failure("no-such-case", "\(record.type.name) is not '\(name)' now")
    }
    return .null
  }

  /// The value of a field or key, if it is there.
  package func memberIfAny(_ name: String) throws(Failure) -> JSONValue? {
    if case .optional(let inner) = self { return try inner?.presentMember(name) }
    return try presentMember(name)
  }

  /// True if a field or key is there.
  package func hasMember(_ name: String) throws(Failure) -> Bool { try memberIfAny(name) != nil }

  private func presentMember(_ name: String) throws(Failure) -> JSONValue? {
    switch self {
    case .object(let members): return members[.string(name)]
    case .record(let record):
      guard let slot = record.type.slot(of: name) else {
        throw Failure("no-such-field", "\(record.type.name) has no field '\(name)'")
      }
      return record.values[slot].isNull ? nil : record.values[slot]
    case .null: throw .nullValue
    default: throw Failure("no-matching-overload", "\(typeName) has no fields, so no '\(name)'")
    }
  }

  /// The element at an index or for a key; for an optional, an optional.
  package func element(_ index: JSONValue) throws(Failure) -> JSONValue {
    if case .optional(let inner) = self { return .optional(try inner?.elementIfAny(index)) }
    switch self {
    case .array(let elements): return elements[try Self.position(index, in: elements)]
    case .object(let members):
      guard let value = members[index] else { throw .noSuchKey(index) }
      return value
    default: throw .noMatchingOverload("[]", [self, index])
    }
  }

  /// The element at an index or for a key, if it is there.
  package func elementIfAny(_ index: JSONValue) throws(Failure) -> JSONValue? {
    if case .optional(let inner) = self { return try inner?.elementIfAny(index) }
    do throws(Failure) {
      return try element(index)
    } catch {
      guard error.code == "index-out-of-range" || error.code == "no-such-key" else { throw error }
      return nil
    }
  }

  private static func position(
    _ index: JSONValue, in elements: [JSONValue]
  ) throws(Failure) -> Int {
    let position: Int
    switch index {
    case .int(let int): position = Int(clamping: int)
    case .uint(let uint): position = Int(clamping: uint)
    case .double(let double):
      guard let int = Int(exactly: double) else {
        throw .invalidArgument("\(index) is no index")
      }
      position = int
    default: throw .noMatchingOverload("[]", [.array(elements), index])
    }
    guard elements.indices.contains(position) else {
      throw Failure(
        "index-out-of-range",
        "there is no index \(index) in a list of \(elements.count) element"
          + (elements.count == 1 ? "" : "s"))
    }
    return position
  }

  /// The elements of a list, or the keys of a map.
  package func elements() throws(Failure) -> [JSONValue] {
    switch self {
    case .array(let elements): return elements
    case .object(let members): return members.keys
    default: throw unexpected("a list or a map")
    }
  }

  /// The elements of a list with their indices, or the values of a map with their keys.
  package func entries() throws(Failure) -> [(JSONValue, JSONValue)] {
    switch self {
    case .array(let elements): return elements.enumerated().map { (.int(Int64($0)), $1) }
    case .object(let members): return members.entries
    default: throw unexpected("a list or a map")
    }
  }

  /// The value of an optional, or a value that is not null; else another one.
  package func or(_ other: @autoclosure () throws(Failure) -> JSONValue) throws(Failure)
    -> JSONValue
  {
    switch self {
    case .null, .optional(nil): try other()
    case .optional(let value?): value
    default: self
    }
  }

  /// The value of an optional, or a value that is not null; else another one.
  package func orValue(_ other: JSONValue) -> JSONValue {
    switch self {
    case .null, .optional(nil): other
    case .optional(let value?): value
    default: self
    }
  }

  /// The optional itself, if it has a value, or another one.
  package func orOptional(
    _ other: @autoclosure () throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    guard case .optional(let value) = self else { throw unexpected("optional_type") }
    return value == nil ? try other() : self
  }

  /// The value as text inside of a longer text, which cannot hold a value with parts.
  package func asText() throws(Failure) -> String {
    switch self {
    case .null, .array, .object, .record, .optional, .type:
      throw misfit("something that text can hold")
    default: interpolated
    }
  }
}

// MARK: Values of a type that a part of an expression needs

extension JSONValue {
  /// The error for a value that a part of an expression cannot use.
  package func unexpected(_ type: String) -> Failure {
    if isNull { return .nullValue }
    return Failure("no-matching-overload", "expected \(type), found \(typeName)")
  }

  package func expectBool() throws(Failure) -> Bool {
    guard case .bool(let bool) = self else { throw unexpected("bool") }
    return bool
  }

  package func expectInt() throws(Failure) -> Int64 {
    guard case .int(let int) = self else { throw unexpected("int") }
    return int
  }

  package func expectUInt() throws(Failure) -> UInt64 {
    guard case .uint(let uint) = self else { throw unexpected("uint") }
    return uint
  }

  package func expectDouble() throws(Failure) -> Double {
    guard case .double(let double) = self else { throw unexpected("double") }
    return double
  }

  package func expectString() throws(Failure) -> String {
    guard case .string(let text) = self else { throw unexpected("string") }
    return text
  }

  package func expectBytes() throws(Failure) -> [UInt8] {
    guard case .bytes(let bytes) = self else { throw unexpected("bytes") }
    return bytes
  }

  package func expectTimestamp() throws(Failure) -> Timestamp {
    guard case .timestamp(let time) = self else { throw unexpected("timestamp") }
    return time
  }

  package func expectDuration() throws(Failure) -> Period {
    guard case .duration(let period) = self else { throw unexpected("duration") }
    return period
  }

  package func expectList() throws(Failure) -> [JSONValue] {
    guard case .array(let elements) = self else { throw unexpected("list") }
    return elements
  }

  package func expectMap() throws(Failure) -> OrderedMap<JSONValue, JSONValue> {
    guard case .object(let members) = self else { throw unexpected("map") }
    return members
  }

  package func expectType() throws(Failure) -> TypeName {
    guard case .type(let type) = self else { throw unexpected("type") }
    return type
  }

  package func expectNull() throws(Failure) -> Never? {
    guard isNull else { throw unexpected("null_type") }
    return nil
  }

  package func expectOpaque<Value: OpaqueValue>(_: Value.Type) throws(Failure) -> Value {
    guard case .opaque(let value as Value) = self else { throw unexpected(Value.typeName) }
    return value
  }

  package func expectRecord<Value: JSONCoded>(
    _: Value.Type, _ name: String
  ) throws(Failure) -> Value {
    guard case .record(let record) = self, record.type.name == name else { throw unexpected(name) }
    return try Value(self, from: .program)
  }

  package func expectOptional() throws(Failure) -> JSONValue? {
    guard case .optional(let value) = self else { throw unexpected("optional_type") }
    return value
  }
}

extension Failure {
  /// The error for a key that a map lacks.
  package static func noSuchKey(_ key: JSONValue) -> Failure {
    Failure("no-such-key", "the map has no key \(key.brief)")
  }

  /// The error for a function that takes no values of such types.
  ///
  /// - Parameter name: The function as expressions write it.
  package static func noMatchingOverload(_ name: String, _ values: [JSONValue]) -> Failure {
    if values.contains(where: \.isNull) { return .nullValue }
    let types = values.map(\.typeName).joined(separator: ", ")
    return Failure("no-matching-overload", "no overload of '\(name)' takes (\(types))")
  }
}
