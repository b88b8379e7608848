import CEL

/// Writes JSON (RFC 8259) in one line, with keys in the order in which they are written.
package struct JSONText {
  package private(set) var text = ""
  package init() {}

  package static func of(_ value: Value) -> String {
    var json = JSONText()
    json.write(value)
    return json.text
  }

  /// True if the next key or element is the first of its collection.
  private var isFirst = true

  /// Writes a value. Times and other values that have no JSON type become strings, and so do
  /// doubles that are not finite.
  package mutating func write(_ value: Value) {
    switch value {
    case .null, .bool, .int, .uint: text += value.interpolated
    case .double(let number) where number.isFinite: text += number.pointed
    case .list(let list): writeArray(list) { $0.write($1) }
    case .map(let map):
      writeObject { json in
        for (key, value) in map {
          json.writeKey(key.interpolated)
          json.write(value)
        }
      }
    case .record(let record) where record.shape.isVariant: write(record.caseAsWritten)
    case .record(let record):
      writeObject { json in
        for (field, value) in zip(record.shape.fields, record.fields) {
          json.writeKey(field.name)
          json.write(value)
        }
      }
    default: write(string: value.interpolated)
    }
  }

  package mutating func write(string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Control characters, and characters that are invisible or change the direction of text.
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  package mutating func writeKey(_ key: String) {
    separate()
    write(string: key)
    text += ":"
  }

  package mutating func writeArray<Items: Sequence>(
    _ items: Items, _ write: (inout JSONText, Items.Element) -> Void
  ) {
    enclose("[", "]") { json in
      for item in items {
        json.separate()
        write(&json, item)
      }
    }
  }

  package mutating func writeObject(_ write: (inout JSONText) -> Void) { enclose("{", "}", write) }

  private mutating func separate() {
    if !isFirst { text += "," }
    isFirst = false
  }

  private mutating func enclose(
    _ open: String, _ close: String, _ write: (inout JSONText) -> Void
  ) {
    text += open
    isFirst = true
    write(&self)
    isFirst = false
    text += close
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
