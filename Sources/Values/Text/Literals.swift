extension Double {
  /// The shortest digits that read back as the number; a whole number has no point.
  package var shortText: String {
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

  /// The text, shortened for a message: what an author or a user writes may be of any length, so a long text
  /// loses its middle.
  package var abridged: String {
    guard utf8.count > 400 else { return self }
    return String(unicodeScalars.prefix(120)) + "…" + String(unicodeScalars.suffix(80))
  }

  /// The text as a string literal for messages, which is cut if it is long.
  package var brief: String {
    unicodeScalars.count > 40 ? "\(String(unicodeScalars.prefix(40)).quoted)…" : quoted
  }
}

extension [UInt8] {
  /// The bytes as a bytes literal.
  package var quoted: String {
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
