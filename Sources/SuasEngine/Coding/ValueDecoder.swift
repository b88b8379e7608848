import CEL
import SuasProgram

/// Decodes an app's own `Decodable` values from the values of expressions.
package struct ValueDecoder: Decoder {
  package let value: Value
  package let codingPath: [any CodingKey]
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package static func decode<T: Decodable>(
    _ type: T.Type, from value: Value, at path: [any CodingKey] = []
  ) throws -> T {
    try refuseUndecided(value)
    if let primitive = type as? any Primitive.Type {
      if let decoded = primitive.init(value) { return decoded as! T }
      throw mismatch(type, value, at: path)
    }
    return try T(from: ValueDecoder(value: value, codingPath: path))
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let fields: Fields
    switch value {
    case .record(let record): fields = .record(record)
    case .map(let map): fields = .map(map)
    case .string(let text): fields = .text(text)
    default: throw Self.mismatch([String: Any].self, value, at: codingPath)
    }
    return KeyedDecodingContainer(KeyedDecoding(fields: fields, codingPath: codingPath))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .list(let list): return UnkeyedDecoding(elements: Array(list), codingPath: codingPath)
    case .map(let map):
      // Swift decodes a dictionary from this form if its keys are neither strings nor ints.
      return UnkeyedDecoding(elements: map.flatMap { [$0.key, $0.value] }, codingPath: codingPath)
    default: throw Self.mismatch([Any].self, value, at: codingPath)
    }
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleDecoding(value: value, codingPath: codingPath)
  }

  static func mismatch(
    _ type: Any.Type, _ value: Value, at path: [any CodingKey]
  ) -> DecodingError {
    value == .null
      ? .valueNotFound(type, .init(codingPath: path, debugDescription: "it may be null"))
      : .typeMismatch(
        type,
        .init(codingPath: path, debugDescription: "it is of type \(value.type), not \(type)"))
  }
}

private struct SingleDecoding: SingleValueDecodingContainer {
  let value: Value
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { value == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try ValueDecoder.decode(type, from: value, at: codingPath)
  }
}

/// A value with named fields.
private enum Fields {
  case record(Record)
  case map(Map)
  /// A string in one of two forms of Swift's coding: an enum's case is a key without contents, and
  /// Foundation's `URL` has its text under `relative`.
  case text(String)

  func value(_ key: any CodingKey) -> Value? {
    switch self {
    case .record(let record):
      guard let slot = record.shape.slot(of: key.stringValue) else { return nil }
      return record.shape.isVariant && record[slot] == .null ? nil : record[slot]
    case .map(let map):
      return map[key.stringValue] ?? key.intValue.flatMap { map[.int(Int64($0))] }
    case .text(let text):
      if key.stringValue == text { return .map(Map()) }
      return key.stringValue == Encoded.textKey ? .string(text) : nil
    }
  }

  func keys<Key: CodingKey>() -> [Key] {
    switch self {
    case .record(let record):
      record.shape.fields.compactMap { Key(stringValue: $0.name) }
        .filter { value($0) != nil }
    case .map(let map):
      map.compactMap { key, _ in
        switch key {
        case .string(let text): Key(stringValue: text)
        case .int(let number): Key(intValue: Int(number))
        default: nil
        }
      }
    case .text(let text): [Key(stringValue: text)].compactMap(\.self)
    }
  }
}

private struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: Fields
  let codingPath: [any CodingKey]

  var allKeys: [Key] { fields.keys() }
  func contains(_ key: Key) -> Bool { fields.value(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try ValueDecoder.decode(type, from: try value(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(for: PlainKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: any CodingKey) throws -> ValueDecoder {
    let value = try value(key)
    try refuseUndecided(value)
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }

  private func value(_ key: any CodingKey) throws -> Value {
    if let value = fields.value(key) { return value }
    throw DecodingError.keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "there is no field '\(key.stringValue)'"))
  }
}

private struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [Value], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try present() == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoded = try ValueDecoder.decode(
      type, from: try present(), at: codingPath + [PlainKey(currentIndex)])
    currentIndex += 1
    return decoded
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = ValueDecoder(
      value: try present(), codingPath: codingPath + [PlainKey(currentIndex)])
    try refuseUndecided(decoder.value)
    currentIndex += 1
    return decoder
  }

  private func present() throws -> Value {
    if !isAtEnd { return elements[currentIndex] }
    throw DecodingError.valueNotFound(
      Any.self,
      .init(codingPath: codingPath, debugDescription: "there are no more than \(currentIndex)"))
  }
}
