extension Value: CustomStringConvertible {
  /// The value as an expression that evaluates to it.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): "\(uint)u"
    case .double(let double): double.pointed
    case .string(let string): string.quoted
    case .bytes(let bytes): bytes.quoted
    case .timestamp(let timestamp): "timestamp(\"\(timestamp)\")"
    case .duration(let duration): "duration(\"\(duration)\")"
    case .list(let list): "[\(list.map(\.description).joined(separator: ", "))]"
    case .map(let map):
      "{\(map.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    case .record(let record):
      "\(record.shape.name){"
        + zip(record.shape.fields, record.fields).map { "\($0.name): \($0.shown($1))" }
        .joined(separator: ", ") + "}"
    case .type(let type): type.name
    case .optional(nil): "optional.none()"
    case .optional(let value?): "optional.of(\(value))"
    case .opaque(let opaque): opaque.content.description
    }
  }
}

extension Shape.Field {
  /// The text for the values of a sensitive field.
  package static let hidden = "***"

  /// The value of the field as it may be shown in logs.
  package func shown(_ value: Value) -> String { isSensitive ? Self.hidden : value.description }
}

extension Value {
  /// The value in a short form for messages: a long text is truncated, and a value with parts is
  /// represented by its type only.
  package var brief: String {
    switch self {
    case .string(let text) where text.unicodeScalars.count > 40:
      "\(String(text.unicodeScalars.prefix(40)).quoted)…"
    case .null, .bool, .int, .uint, .double, .string, .timestamp, .duration, .type: description
    default: "of type \(type.name)"
    }
  }
}

extension Double {
  /// The shortest digits that read back as the number, always with a point or an exponent.
  public var pointed: String { description }

  /// The result of `string(x)`: the shortest digits that read back as the number, and for a whole
  /// number no point.
  package var celString: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension String {
  /// The text as a string literal.
  package var quoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{07}": result += "\\a"
      case "\u{08}": result += "\\b"
      case "\u{0b}": result += "\\v"
      case "\u{0c}": result += "\\f"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension [UInt8] {
  /// The bytes as a bytes literal.
  fileprivate var quoted: String {
    var result = "b\""
    for byte in self {
      if 0x20..<0x7f ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        result += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result + "\""
  }
}
