import YAML

/// The lines of a Kotlin file or function, with their indentation.
struct KotlinWriter {
  private(set) var lines: [String] = []
  private var depth: Int

  init(depth: Int = 0) { self.depth = depth }

  var isEmpty: Bool { lines.isEmpty }
  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func line(_ text: String = "") {
    lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
  }

  /// Writes a comment on what follows; nothing if it has no lines.
  mutating func comment(_ texts: [String]) {
    // Comments nest in Kotlin, so that neither mark may stand in one.
    let texts = texts.flatMap {
      divided(
        DisplayText.escaped($0).replacing("*/", with: "*\u{2060}/")
          .replacing("/*", with: "/\u{2060}*"))
    }
    guard texts.count != 1 else { return line("/** \(texts[0]) */") }
    guard !texts.isEmpty else { return }
    line("/**")
    for text in texts { line(" * \(text)") }
    line(" */")
  }

  /// Writes a comment on what follows: the lines of its description, or a text if there are none.
  mutating func comment(_ texts: [String], or text: String) {
    comment(texts.isEmpty ? [text] : texts)
  }

  /// The lines of a long line of a comment.
  private func divided(_ text: String) -> [String] {
    let room = KotlinLayout.width - 4 * depth - "/**  */".count
    guard text.count > room else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, last.count + 1 + word.count <= room {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  mutating func dropLast() { lines.removeLast() }

  /// Writes lines that already have their indentation.
  mutating func append(_ other: KotlinWriter) { lines += other.lines }

  mutating func block<Failure: Error>(
    _ start: String, _ end: String = "}",
    _ body: (inout KotlinWriter) throws(Failure) -> Void
  ) throws(Failure) {
    line(start)
    depth += 1
    try body(&self)
    depth -= 1
    line(end)
  }

  /// A writer for a part that is written on its own first.
  func nested(_ more: Int = 1) -> KotlinWriter { KotlinWriter(depth: depth + more) }

  /// True if a name stands in some of the lines.
  func mentions(_ name: String) -> Bool { lines.contains { $0.mentionsName(name) } }
}
