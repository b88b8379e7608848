import YAML

/// The comments between `/**` and `*/`, as Kotlin and TypeScript have them.
extension Document {
  /// A comment on the following code, with its line break; nothing if it has no lines.
  static func comment(_ texts: [String]) -> Document {
    if texts.isEmpty { return Document() }
    let lines = texts.map(commentLine)
    let start: Document = lines.count == 1 ? .line + .ifBroken("* ") : .hardLine + "* "
    let text = lines.joined(separator: .hardLine + "* ")
    let comment = "/**" + (start + text).nested(1) + (.line + "*/").nested(1)
    return comment.grouped + .hardLine
  }

  /// A comment on the following code: the lines of its description, or a text if there are none.
  static func comment(_ texts: [String], or text: String) -> Document {
    comment(texts.isEmpty ? [text] : texts)
  }

  /// A line of a comment, which is divided between words where it is too long.
  private static func commentLine(_ text: String) -> Document {
    // Comments nest in Kotlin, so that neither mark may stand in one.
    let text = DisplayText.escaped(text).replacing("*/", with: "*\u{2060}/")
      .replacing("/*", with: "/\u{2060}*")
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let space = (.line + .ifBroken("* ")).grouped
    return words.map { Document(String($0)) }.joined(separator: space)
  }
}
