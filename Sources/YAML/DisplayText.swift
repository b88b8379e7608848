/// Text from a file as it can be shown: nothing in it can move a cursor or turn the writing.
public enum DisplayText {
  /// A text with what is not shown as itself escaped, such as `\u{1b}`.
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { escape($0) != nil }) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if let escape = escape(scalar) {
        shown += escape
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// The escape of a control character, a direction mark, a line separator or a byte-order mark.
  static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFEFF:
      "\\u{\(String(scalar.value, radix: 16))}"
    default: nil
    }
  }

  /// How many columns of a terminal a character takes.
  package static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
