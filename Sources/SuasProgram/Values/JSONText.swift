import CEL

/// Writes JSON (RFC 8259) in one line, with keys in the order in which they are written.
package struct JSONText {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// - Parameters:
  ///   - capacity: The expected size of the text, in bytes.
  ///   - limit: The number of bytes after which the rest of all values is left out.
  package init(capacity: Int = 0, limit: Int = .max) {
    bytes.reserveCapacity(capacity)
    end = limit
  }

  /// Ends the line.
  package mutating func writeLineBreak() { bytes.append(UInt8(ascii: "\n")) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package static func of(_ value: Value) -> String {
    var json = JSONText()
    json.write(value)
    return json.text
  }

  /// The hash that stands for a sensitive value; nil if such values are written as they are.
  package var hashSensitive: (@Sendable (Value) -> String)?

  /// True if the next key or element is the first of its collection.
  private var isFirst = true

  /// The maximum of bytes of one value, 64 MB: values share in memory what they have in common, and
  /// texts do not, so that a small state can stand for gigabytes.
  package static let longestValue = 64 << 20

  /// The text in place of a value, or of a part of one, for which there is no room.
  package static let leftOut = "… (left out: too large)"

  /// The number of bytes after which the rest of the present value, or of all values, is left out.
  private var end: Int

  /// Writes a value. Times and other values that have no JSON type become strings, and so do
  /// doubles that are not finite. ``leftOut`` stands for parts beyond ``longestValue``.
  package mutating func write(_ value: Value) {
    guard end == .max else { return write(part: value) }
    end = bytes.count + Self.longestValue
    defer { end = .max }
    write(part: value)
  }

  private mutating func write(part value: Value) {
    guard bytes.count < end else { return write(string: Self.leftOut) }
    switch value {
    case .int(let number): write(integer: number)
    case .null, .bool, .uint: append(value.interpolated)
    case .double(let number) where number.isFinite: append(number.pointed)
    case .list(let list): writeArray(list) { $0.write(part: $1) }
    case .map(let map) where hashSensitive != nil && map.needsWrapper:
      writeObject { json in
        json.writeKey(Self.mapKey)
        json.write(members: map)
      }
    case .map(let map): write(members: map)
    case .record(let record) where record.shape.isVariant: writeCase(of: record)
    case .record(let record):
      writeObject { json in
        for slot in record.shape.fields.indices {
          json.writeKey(record.shape.fields[slot].name)
          json.write(record[slot], of: record.shape.fields[slot])
        }
      }
    default: write(string: value.interpolated)
    }
  }

  private mutating func write(members map: Map) {
    writeObject { json in
      for (key, value) in map {
        guard json.bytes.count < json.end else {
          json.writeKey(Self.leftOut)
          return json.write(string: Self.leftOut)
        }
        json.writeKey(key.interpolated)
        json.write(part: value)
      }
    }
  }

  /// Writes the present case of a variant, whose contents may be sensitive.
  private mutating func writeCase(of record: Record) {
    guard let slot = record.presentCase, hashSensitive != nil else {
      return write(record.caseAsWritten)
    }
    if case .record(let contents) = record[slot], contents.fields.isEmpty {
      return write(record.caseAsWritten)
    }
    writeObject { json in
      json.writeKey(record.shape.fields[slot].name)
      json.write(record[slot], of: record.shape.fields[slot])
    }
  }

  /// Writes the value of a field, or its stand-in.
  package mutating func write(_ value: Value, of field: Shape.Field) {
    if field.isSensitive { write(sensitive: value) } else { write(value) }
  }

  /// Writes a sensitive value, or its stand-in.
  package mutating func write(sensitive value: Value) {
    guard let hashSensitive else { return write(value) }
    writeObject { $0.write(Self.sensitiveKey, hashSensitive(value)) }
  }

  /// The key of the object that stands for a sensitive value.
  package static let sensitiveKey = "$sensitive"

  /// The key of an object around a map that would otherwise look like an object with a meaning.
  package static let mapKey = "$map"

  /// Writes a value that is written already.
  package mutating func write(raw json: JSONText) { bytes += json.bytes }

  package mutating func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain =
      string.utf8.withContiguousStorageIfAvailable { utf8 in
        guard utf8.allSatisfy(\.isPlain) else { return false }
        bytes.append(contentsOf: utf8)
        return true
      } ?? false
    if !isPlain { writeEscaping(string) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaping(_ string: String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      // Control characters, and characters that are invisible or change the direction of text.
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
      default: append(String(scalar))
      }
    }
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(integer: Int64) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = integer.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  package mutating func writeKey(_ key: String) {
    separate()
    write(string: key)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func writeArray<Items: Sequence>(
    _ items: Items, _ write: (inout JSONText, Items.Element) -> Void
  ) {
    enclose("[", "]") { json in
      for item in items {
        json.separate()
        guard json.bytes.count < json.end else { return json.write(string: Self.leftOut) }
        write(&json, item)
      }
    }
  }

  package mutating func writeObject(_ write: (inout JSONText) -> Void) { enclose("{", "}", write) }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  private mutating func enclose(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ write: (inout JSONText) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    isFirst = true
    write(&self)
    isFirst = false
    bytes.append(UInt8(ascii: close))
  }
}

/// Members of the object that is being written; a value that is nil has none.
extension JSONText {
  package static func object(_ write: (inout JSONText) -> Void) -> JSONText {
    var json = JSONText()
    json.writeObject(write)
    return json
  }

  package mutating func write(_ key: String, _ value: Value?) {
    guard let value else { return }
    writeKey(key)
    write(value)
  }

  package mutating func write(_ key: String, _ text: String?) {
    write(key, text.map(Value.string))
  }

  package mutating func write(_ key: String, _ number: Int) {
    write(key, Value.int(Int64(number)))
  }

  package mutating func write(_ key: String, _ flag: Bool) { write(key, Value.bool(flag)) }

  package mutating func write<Items: Sequence>(
    _ key: String, _ items: Items, _ write: (inout JSONText, Items.Element) -> Void
  ) {
    writeKey(key)
    writeArray(items, write)
  }

  package mutating func writeObject(_ key: String, _ write: (inout JSONText) -> Void) {
    writeKey(key)
    writeObject(write)
  }
}

extension Map {
  /// True if the first key begins as those of objects with a meaning.
  fileprivate var needsWrapper: Bool {
    for (key, _) in self { return key.interpolated.hasPrefix("$") }
    return false
  }
}

extension UInt8 {
  /// True for a character of ASCII that stands for itself in a JSON text.
  fileprivate var isPlain: Bool {
    (0x20..<0x7F).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
