import SuasProgram
import YAML

/// The lines of a Swift file or function, with their indentation.
struct SwiftWriter {
  private(set) var lines: [String] = []
  private var depth: Int

  init(depth: Int = 0) { self.depth = depth }

  var isEmpty: Bool { lines.isEmpty }
  var text: String { lines.joined(separator: "\n") }

  mutating func line(_ text: String = "") {
    lines.append(text.isEmpty ? "" : String(repeating: "  ", count: depth) + text)
  }

  /// Writes a comment on what follows.
  mutating func comment(_ texts: [String]) {
    for text in texts { line("/// \(DisplayText.escaped(text))") }
  }

  /// Writes a comment on what follows: the lines of its description, or a text if there are none.
  mutating func comment(_ texts: [String], or text: String) {
    comment(texts.isEmpty ? [text] : texts)
  }

  /// Writes a document.
  mutating func write(_ document: Document) {
    let text = document.text(width: SwiftSyntax.width, indentation: 2 * depth)
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  mutating func lines(_ texts: [String]) { for text in texts { line(text) } }

  /// Writes lines that already have their indentation.
  mutating func append(_ other: SwiftWriter) { lines += other.lines }

  mutating func append(_ more: [String]) { lines += more }

  mutating func block<Failure: Error>(
    _ start: String, _ end: String = "}",
    _ body: (inout SwiftWriter) throws(Failure) -> Void
  ) throws(Failure) {
    line(start + (start.hasSuffix("{") || start.hasSuffix("(") ? "" : " {"))
    depth += 1
    try body(&self)
    depth -= 1
    line(end)
  }

  /// A writer for a part that is written on its own first.
  func nested(_ more: Int = 1) -> SwiftWriter { SwiftWriter(depth: depth + more) }
}
