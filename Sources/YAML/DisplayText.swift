/// Text from a file as it can be shown: nothing in it can move a cursor, turn the writing, or stand
/// there unseen.
public enum DisplayText {
  /// A text with what is not shown as itself escaped, such as `\u{1b}`.
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

  /// The escape of a character that cannot be seen, or changes how others are seen; nil for one that
  /// is shown as itself.
  static func escape(_ scalars: [Unicode.Scalar], at index: Int) -> String? {
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

  /// Whether a character has no form of its own: a control or format character (bidirectional ones,
  /// tags and the byte-order mark among them), a line separator, or one that is ignored where it is
  /// not known.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if 0x20...0x7E ~= scalar.value { return false }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a hidden character does to those beside it what it is for, as a joiner does in an emoji
  /// or a word of Persian, and a variation selector right behind a character that has variants.
  private static func shapes(
    _ scalar: Unicode.Scalar, _ previous: Unicode.Scalar, _ next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D:
      guard let next, !isHidden(next) else { return false }
      // The scripts before Hebrew have no use for joiners.
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
