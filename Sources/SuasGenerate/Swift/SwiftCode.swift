import SuasProgram
import YAML

/// Lines of Swift, and blocks of lines.
struct SwiftCode {
  private enum Item {
    case line(Document, canFail: Bool)
    /// A value that the function returns.
    case result(Document, canFail: Bool)
    /// The place that an error in the following lines gets.
    case place(Document)
    /// Heads with the lines that follow each of them.
    case block([(head: Document, lines: SwiftCode)], end: Document, canFail: Bool)
  }

  private var items: [Item] = []

  var isEmpty: Bool { items.isEmpty }

  mutating func line(_ line: Document = "", canFail: Bool = false) {
    items.append(.line(line, canFail: canFail))
  }

  /// Writes the value that the function returns.
  mutating func result(_ value: Document, canFail: Bool = false) {
    items.append(.result(value, canFail: canFail))
  }

  mutating func append(_ other: SwiftCode) { items += other.items }

  /// Writes a comment on the following code.
  mutating func comment(_ texts: [String]) {
    for text in texts { line("/// \(DisplayText.escaped(text))") }
  }

  /// Writes a comment on the following code: the lines of its description, or a text if there are
  /// none.
  mutating func comment(_ texts: [String], or text: String) {
    comment(texts.isEmpty ? [text] : texts)
  }

  /// Writes a block; its head ends in a brace or parenthesis.
  mutating func block<Failure: Error>(
    _ head: Document, _ end: Document = "}", canFail: Bool = false,
    _ write: (inout SwiftCode) throws(Failure) -> Void
  ) throws(Failure) {
    var lines = SwiftCode()
    try write(&lines)
    block(head, lines, end, canFail: canFail)
  }

  mutating func block(
    _ head: Document, _ lines: SwiftCode, _ end: Document = "}", canFail: Bool = false
  ) {
    items.append(.block([(head, lines)], end: end, canFail: canFail))
  }

  /// Writes lines that can fail, with the handling of their error.
  mutating func attempt(_ lines: SwiftCode, catching handler: SwiftCode) {
    let parts: [(head: Document, lines: SwiftCode)] = [
      ("do throws(Failure) {", lines), ("} catch {", handler),
    ]
    items.append(.block(parts, end: "}", canFail: false))
  }

  // MARK: Errors

  /// Notes the place in the spec of the following lines, if one of them can fail.
  mutating func place(_ place: SourceRange, _ names: SwiftNames, ifAny canFail: Bool = true) {
    if canFail { items.append(.place(names.document(of: place))) }
  }

  /// True if some line can leave its function by an error.
  var canFail: Bool {
    items.contains { item in
      switch item {
      case .line(_, let canFail), .result(_, let canFail): canFail
      case .place: false
      case .block(let parts, _, let canFail): canFail || parts.contains { $0.lines.canFail }
      }
    }
  }

  private var places: [Document] {
    items.flatMap { item -> [Document] in
      switch item {
      case .line, .result: []
      case .place(let place): [place]
      case .block(let parts, _, _): parts.flatMap { $0.lines.places }
      }
    }
  }

  /// The lines in a statement that catches their errors and raises these with their places.
  func raising(_ raise: (Document) -> Document) -> SwiftCode {
    let places = places
    guard canFail, let first = places.first else { return self }
    var (code, handler) = (SwiftCode(), SwiftCode())
    let isOne = Set(places).count == 1
    if !isOne { code.line("var \(name: "rule") = \(first)") }
    handler.line(raise(isOne ? first : .name("rule")))
    var lines = self
    // The variable has this place at first, so no assignment is needed.
    let firstNote = items.firstIndex { item in
      switch item {
      case .place: true
      case .line, .result: false
      case .block(let parts, _, _): parts.contains { !$0.lines.places.isEmpty }
      }
    }
    if let index = firstNote, case .place = items[index] { lines.items.remove(at: index) }
    code.attempt(isOne ? lines : lines.notingPlaces, catching: handler)
    return code
  }

  private var notingPlaces: SwiftCode {
    var code = SwiftCode()
    code.items = items.map { item in
      switch item {
      case .line, .result: item
      case .place(let place): .line("\(name: "rule") = \(place)", canFail: false)
      case .block(let parts, let end, let canFail):
        .block(parts.map { ($0.head, $0.lines.notingPlaces) }, end: end, canFail: canFail)
      }
    }
    return code
  }

  /// The lines as the body of a function, which names no `return` if they are one value.
  var body: SwiftCode {
    guard items.count == 1, case .result(let value, let canFail) = items[0] else { return self }
    var code = SwiftCode()
    code.line(value, canFail: canFail)
    return code
  }

  // MARK: Reading

  func mentions(_ name: String) -> Bool {
    items.contains { item in
      switch item {
      case .line(let line, _), .result(let line, _): line.mentions(name)
      case .place(let place): place.mentions(name)
      case .block(let parts, _, _):
        parts.contains { $0.head.mentions(name) || $0.lines.mentions(name) }
      }
    }
  }

  var document: Document {
    lines.joined(separator: .hardLine)
  }

  private var lines: [Document] {
    items.compactMap { item -> Document? in
      switch item {
      case .line(let line, _): return line
      case .result(let value, _): return SwiftSyntax.keyword("return", value)
      case .place: return nil
      case .block(let parts, let end, _):
        var block = Document()
        for part in parts {
          block += part.head
          if !part.lines.lines.isEmpty {
            block += (.hardLine + part.lines.document).nested(SwiftSyntax.indentation)
          }
          if !end.isEmpty || part.lines.isEmpty { block += .hardLine }
        }
        return block + end
      }
    }
  }
}

extension Document {
  /// The document as a line that is indented by one step more than those around it.
  var indented: Document {
    (Document(String(repeating: " ", count: SwiftSyntax.indentation)) + self)
      .nested(SwiftSyntax.indentation)
  }
}
