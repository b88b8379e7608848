import YAML

/// Parts of Markdown, as GitHub writes it.
enum Markdown {
  /// A text for people as it stands: nothing in it is markup.
  static func text(_ text: String) -> String {
    var escaped = ""
    // What would begin a list, or underline a heading.
    var mayBegin = true
    for scalar in DisplayText.escaped(text).unicodeScalars {
      let begins =
        mayBegin && (escaped.isEmpty ? "-+=" : ".)").unicodeScalars.contains(scalar)
      if begins || markup.contains(scalar) { escaped += "\\" }
      mayBegin = mayBegin && ("0"..."9").contains(scalar)
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  private static let markup = Set("\\`*_{}[]<>#|~&$".unicodeScalars)

  /// A text of several lines, a paragraph where an empty line stands between.
  static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.text(String($0).trimmedOfBlanks) }.joined(separator: "\n")
      .trimmedOfLineBreaks
  }

  /// A piece of code within a line.
  static func code(_ code: String) -> String {
    let line = DisplayText.escaped(code.onOneLine)
    guard !line.isEmpty else { return "` `" }
    var fence = "`"
    while line.contains(fence) { fence += "`" }
    let blank = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + blank + line + blank + fence
  }

  /// A table; a bar in a cell, also in code, is escaped.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let separator = "|" + head.map { _ in "---|" }.joined()
    return ([line(head), separator] + rows.map { line($0.map(cell)) }).joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    guard text.contains("|") else { return text }
    var cell = ""
    var isEscaped = false
    for character in text {
      if character == "|", !isEscaped { cell += "\\" }
      isEscaped = character == "\\" && !isEscaped
      cell.append(character)
    }
    return cell
  }
}

extension String {
  fileprivate var trimmedOfBlanks: String {
    String(drop { $0 == " " || $0 == "\t" })
  }

  fileprivate var trimmedOfLineBreaks: String {
    var text = self[...]
    while text.hasSuffix("\n") { text.removeLast() }
    return String(text)
  }
}
