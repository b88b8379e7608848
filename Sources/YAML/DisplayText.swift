/// Makes text from files safe to show: nothing in the result can move a cursor, change the
/// direction of text, or be invisible.
public enum DisplayText {
  /// The text with characters that cannot be shown as themselves escaped, such as `\u{1b}`.
  public static func escaped(_ text: String) -> String {
    if text.allBytes({ 0x20...0x7E ~= $0 }) { return text }
    let scalars = Array(text.unicodeScalars)
    var shown = ""
    for index in scalars.indices {
      if let escape = escape(scalars, at: index) {
        shown += escape
      } else {
        shown.unicodeScalars.append(scalars[index])
      }
    }
    return shown
  }

  /// The escape for a character that is invisible or changes how others are shown; nil for a
  /// character that is shown as itself.
  package static func escape(_ scalars: [Unicode.Scalar], at index: Int) -> String? {
    let scalar = scalars[index]
    guard isHidden(scalar) else { return nil }
    switch scalar {
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\r": return "\\r"
    default: break
    }
    let previous = index > 0 ? scalars[index - 1] : nil
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    if let previous, shapes(scalar, previous, next) { return nil }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// True if a character has no visible form: a control or format character (including
  /// bidirectional controls, tags and the byte-order mark), a line separator, or a
  /// default-ignorable character.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if 0x20...0x7E ~= scalar.value { return false }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// True if a hidden character serves its purpose between its neighbors: a joiner in an emoji or a
  /// Persian word, or a variation selector directly after a character that has variants.
  private static func shapes(
    _ scalar: Unicode.Scalar, _ previous: Unicode.Scalar, _ next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D:
      guard let next, !isHidden(next) else { return false }
      // Scripts with code points below Hebrew do not use joiners.
      let joins = previous.properties.isVariationSelector || !isHidden(previous)
      return joins && previous.value >= 0x590 && next.value >= 0x590
    case 0xFE0E...0xFE0F where previous.properties.isEmoji:
      return previous.value >= 0x80 || next == "\u{20E3}"
    case 0xE0100...0xE01EF:
      return previous.properties.isIdeographic
    default:
      return scalar.properties.isVariationSelector && previous.value >= 0x1000
        && !isHidden(previous)
    }
  }

  /// The number of terminal columns that a character takes.
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
