extension JSONValue {
  /// The value as JSON in one line.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Adds the value as JSON to a text.
  package func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .int(let int): text += String(int)
    case .uint(let uint): text += String(uint)
    case .double(let double) where double.isFinite: text += double.description
    case .array(let elements):
      Self.write(elements, "[", "]", to: &text) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members.entries, "{", "}", to: &text) { member, text in
        Self.write(key: member.0.interpolated, to: &text)
        member.1.write(to: &text)
      }
    case .record(let record): record.write(to: &text)
    default: Self.write(string: interpolated, to: &text)
    }
  }

  /// Adds some parts, with commas between them, to a text.
  package static func write<Part>(
    _ parts: some Sequence<Part>, _ start: String, _ end: String, to text: inout String,
    _ write: (Part, inout String) -> Void
  ) {
    text += start
    var isFirst = true
    for part in parts {
      if !isFirst { text += "," }
      isFirst = false
      write(part, &text)
    }
    text += end
  }

  package static func write(key: String, to text: inout String) {
    write(string: key, to: &text)
    text += ":"
  }

  /// Adds a text in quotes.
  package static func write(string: String, to text: inout String) {
    text += "\""
    if string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      text += string
    } else {
      writeEscaping(string, to: &text)
    }
    text += "\""
  }

  private static func writeEscaping(_ string: String, to text: inout String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension RecordValue {
  fileprivate func write(to text: inout String) {
    switch form {
    case .members(let members):
      JSONValue.write(members, "{", "}", to: &text) { member, text in
        JSONValue.write(key: member.0, to: &text)
        member.1.write(to: &text)
      }
    case .name(let name): JSONValue.write(string: name, to: &text)
    case .null: text += "null"
    }
  }
}
