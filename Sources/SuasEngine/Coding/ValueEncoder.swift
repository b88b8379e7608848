import SuasProgram

/// Encodes a Swift value as a value of expressions, without a detour over text.
struct ValueEncoder: Encoder {
  let target: Encoded
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    target.becomeFields()
    return KeyedEncodingContainer(KeyedEncoding(target: target, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    target.becomeElements()
    return UnkeyedEncoding(target: target, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleEncoding(target: target, codingPath: codingPath)
  }
}

private struct SingleEncoding: SingleValueEncodingContainer {
  let target: Encoded
  let codingPath: [any CodingKey]

  func encodeNil() { target.becomeAbsent() }
  func encode<T: Encodable>(_ value: T) throws { try target.encode(value, at: codingPath) }
}

private struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let target: Encoded
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { target.add(under: key).becomeAbsent() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try target.add(under: key).encode(value, at: codingPath + [key])
  }

  /// Encodes nil too: the field's type decides whether it counts as null.
  private func encodeOrNil<T: Encodable>(_ value: T?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try encodeOrNil(value, key)
  }

  // These have default implementations, which would omit nil.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNil(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNil(value, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(for: PlainKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

  private func encoder(for key: any CodingKey) -> ValueEncoder {
    ValueEncoder(target: target.add(under: key), codingPath: codingPath + [key])
  }
}

private struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let target: Encoded
  let codingPath: [any CodingKey]
  var count: Int { target.elementCount }

  func encodeNil() { target.add(under: nil).becomeAbsent() }

  func encode<T: Encodable>(_ value: T) throws {
    let path = codingPath + [PlainKey(count)]
    try target.add(under: nil).encode(value, at: path)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> ValueEncoder {
    let path = codingPath + [PlainKey(count)]
    return ValueEncoder(target: target.add(under: nil), codingPath: path)
  }
}

/// A key that consists only of its text or number.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) { (stringValue, intValue) = (text, nil) }
  init(_ number: Int) { (stringValue, intValue) = ("\(number)", number) }
  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { self.init(intValue) }
}
