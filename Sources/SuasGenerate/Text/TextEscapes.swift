/// The escapes of a language in a literal text.
struct TextEscapes {
  /// The characters that have a backslash before them, beside the backslash.
  let marks: Set<Unicode.Scalar>
  /// Returns the escape for a character that nobody sees, or that joins the one before it.
  let number: (UInt32) -> String

  /// Four hexadecimal digits after `\u`.
  static func fourDigits(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A text as a literal, without the quotes.
  func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case _ where marks.contains(scalar): result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{A0}", "\u{300}"..."\u{36F}", "\u{2000}"..."\u{206F}",
        "\u{FE00}"..."\u{FE0F}", "\u{FEFF}":
        result += number(scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
