/// Text from a file as it can be shown: nothing in it can move a cursor or turn the writing.
public enum DisplayText {
  /// A text with what is not shown as itself escaped, such as `\u{1b}`.
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { escape($0) != nil || isJoiner($0) }) else {
      return text
    }
    var shown = ""
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if let escape = escape(scalar) ?? (joins(scalar, to: before) ? nil : code(scalar)) {
        shown += escape
      } else {
        shown.unicodeScalars.append(scalar)
      }
      if !isJoiner(scalar) { before = scalar }
    }
    return shown
  }

  /// The escape of what is not seen, or moves what is: control characters, direction marks, line
  /// separators, a byte-order mark, and what Unicode lets renderers ignore, but for joiners.
  static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: code(scalar)
    case 0..<0xAD: nil
    default:
      scalar.properties.isDefaultIgnorableCodePoint && !isJoiner(scalar) ? code(scalar) : nil
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// Whether a character changes how its neighbours look, as in emoji and in many scripts: one that
  /// joins them or keeps them apart, or chooses a variant.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    0x200C...0x200D ~= scalar.value || 0xFE00...0xFE0F ~= scalar.value
  }

  /// Whether a character is shown as itself behind the last one that is no joiner: unless it is a
  /// joiner, and there is nothing to join.
  private static func joins(_ scalar: Unicode.Scalar, to before: Unicode.Scalar) -> Bool {
    guard isJoiner(scalar) else { return true }
    // Of ASCII, digits and two signs are emoji's.
    return escape(before) == nil && (before.value >= 0x80 || before.properties.isEmoji)
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
