import SuasLanguage
import SuasProgram
import YAML

/// Elements of GitHub-flavored Markdown.
package enum Markdown {
  /// Escapes a plain text so that nothing in it is markup.
  package static func text(_ text: String) -> String {
    var escaped = ""
    // True while a character could begin a list or underline a heading.
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

  /// Escapes a text of several lines, in which empty lines separate paragraphs.
  static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.text(String($0).trimmedOfBlanks) }.joined(separator: "\n")
      .trimmedOfLineBreaks
  }

  /// Formats inline code.
  package static func code(_ code: String) -> String {
    let line = DisplayText.escaped(code.onOneLine)
    guard !line.isEmpty else { return "` `" }
    let fence = fence(around: [line], atLeast: 1)
    let ends = [line.utf8.first, line.utf8.last]
    let blank = ends.contains(UInt8(ascii: "`")) ? " " : ""
    return fence + blank + line + blank + fence
  }

  /// Formats lines as a block of code in a language, which may be empty.
  package static func block(_ lines: [String], in language: String) -> String {
    let lines = lines.map(DisplayText.escaped)
    let fence = fence(around: lines, atLeast: 3)
    return ([fence + language] + lines + [fence]).joined(separator: "\n")
  }

  /// Returns a row of backticks that is longer than those in some lines.
  private static func fence(around lines: [String], atLeast least: Int) -> String {
    // Combining marks on a backtick do not change its meaning in Markdown.
    let runs = lines.flatMap { $0.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count) }
    return String(repeating: "`", count: max(least, (runs.max() ?? 0) + 1))
  }

  /// Formats a table; a bar in a cell, even in code, is escaped.
  package static func table(_ head: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let separator = "|" + head.map { _ in "---|" }.joined()
    return ([line(head), separator] + rows.map { line($0.map(cell)) }).joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return text }
    var cell = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "|", !isEscaped { cell += "\\" }
      isEscaped = scalar == "\\" && !isEscaped
      cell.unicodeScalars.append(scalar)
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
