extension Diagnostic {
  /// The diagnostic as text for people, with the source line it points at; ends with a line break.
  public func render(_ style: TextStyle = .plain) -> String {
    Renderer(style: style, for: self).render(self)
  }
}

extension Diagnostics {
  /// The diagnostics in order, separated by empty lines.
  public func render(_ style: TextStyle = .plain) -> String {
    items.map { $0.render(style) }.joined(separator: "\n")
  }
}

private struct Renderer {
  private let style: TextStyle
  private let main: Snippet?
  private let notes: [(message: String, range: SourceRange, snippet: Snippet)]
  /// The width of the largest line number shown.
  private let gutterWidth: Int

  init(style: TextStyle, for diagnostic: Diagnostic) {
    self.style = style
    if case .range(let range) = diagnostic.place { main = Snippet(of: range) } else { main = nil }
    notes = diagnostic.notes.map { ($0.message, $0.range, Snippet(of: $0.range)) }
    let numbers = notes.map(\.snippet.lineNumber) + (main.map { [$0.lineNumber] } ?? [])
    gutterWidth = numbers.max().map { String($0).utf8.count } ?? 2
  }

  func render(_ diagnostic: Diagnostic) -> String {
    let color: TextStyle.Color = diagnostic.severity == .error ? .boldRed : .yellow
    let severity = diagnostic.severity == .error ? "error" : "warning"
    let label = paint("\(severity)[\(diagnostic.code.rawValue)]", color)
    var text = "\(label): \(DisplayText.escaped(diagnostic.message))\n"
    switch diagnostic.place {
    case .file(let path):
      text += arrow(to: DisplayText.escaped(path))
    case .range(let range):
      text += arrow(to: place(of: range))
      if let main { text += lines(of: main, color) }
    }
    for help in diagnostic.help {
      text += margin(paint("=", .blue)) + paint(" help", .cyan)
      text += ": \(DisplayText.escaped(help))\n"
    }
    for note in notes {
      text += "\(paint("note", .cyan)): \(DisplayText.escaped(note.message))\n"
      text += arrow(to: place(of: note.range)) + lines(of: note.snippet, .cyan)
    }
    return text
  }

  private func place(of range: SourceRange) -> String {
    "\(DisplayText.escaped(range.source.name)):\(range.location)"
  }

  private func arrow(to place: String) -> String {
    "\(spaces(gutterWidth))\(paint("-->", .blue)) \(place)\n"
  }

  private func lines(of snippet: Snippet, _ color: TextStyle.Color) -> String {
    let number = String(snippet.lineNumber)
    let bar = paint("|", .blue)
    let padding = spaces(gutterWidth - number.utf8.count)
    let carets = paint(String(repeating: "^", count: snippet.carets), color)
    let line = snippet.text.isEmpty ? "" : " \(snippet.text)"
    return """
      \(margin(bar))
      \(padding)\(paint(number, .blue)) \(bar)\(line)
      \(margin(bar)) \(spaces(snippet.indent))\(carets)

      """
  }

  private func margin(_ mark: String) -> String { spaces(gutterWidth + 1) + mark }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func paint(_ text: String, _ color: TextStyle.Color) -> String {
    style.paint(text, color)
  }
}
