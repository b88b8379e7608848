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

  /// True if a name stands in some of the lines.
  func mentions(_ name: String) -> Bool { lines.contains { $0.mentions(name) } }
}

extension SwiftWriter {
  /// Removes constants that nothing reads, and what only names them.
  mutating func dropUnusedConstants() {
    var index = lines.count - 1
    while index >= 0 {
      let line = lines[index]
      let text = line.drop { $0 == " " }
      if let (name, value) = Self.constant(text),
        !lines[(index + 1)...].contains(where: { $0.mentions(name) })
      {
        if value.hasPrefix("try ") {
          lines[index] = line.prefix(line.count - text.count) + "_ = \(value)"
        } else {
          lines.remove(at: index)
        }
      }
      index -= 1
    }
  }

  /// The name and the value of a line that declares a constant.
  private static func constant(_ line: Substring) -> (name: String, value: Substring)? {
    guard line.hasPrefix("let "), let equals = line.firstRange(of: " = ") else { return nil }
    let name = line.dropFirst(4).prefix { $0 != ":" && $0 != " " }
    return (String(name), line[equals.upperBound...])
  }
}

extension SwiftWriter {
  /// The lines without `return`, if they are one statement that returns a value.
  var onlyResult: SwiftWriter? {
    guard let first = lines.first else { return nil }
    let pad = first.prefix { $0 == " " }
    let text = first.dropFirst(pad.count)
    guard text.hasPrefix("return "),
      lines.dropFirst().allSatisfy({ $0.hasPrefix(pad + " ") || $0 == pad + "}" })
    else { return nil }
    var result = SwiftWriter()
    result.append([String(pad + text.dropFirst("return ".count))] + lines.dropFirst())
    return result
  }
}
