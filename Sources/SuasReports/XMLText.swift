import YAML

/// Text in XML.
package enum XMLText {
  /// Returns the value of an attribute, with its quotes.
  package static func quoted(_ text: String) -> String {
    "\"\(escaped(DisplayText.escaped(text)))\""
  }

  /// Escapes markup, and characters that XML does not allow (XML 1.0, section 2.2).
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
