import LibYAML
import SuasSpec
import YAML

/// A typed line that is read from its beginning; the parts that are taken keep their ranges.
struct TypedLine {
  private let text: Substring.UTF8View
  /// The offset of the rest in the whole line, in bytes.
  private(set) var offset: Int
  let source: Source

  /// - Parameter text: The line, without its line break.
  init(_ text: String) {
    self.text = text[...].utf8
    offset = 0
    source = Source(name: "", text: text)
    skipBlanks()
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private var remaining: Substring.UTF8View { text.dropFirst(offset) }

  private mutating func skipBlanks() {
    offset += remaining.prefix(while: Self.isBlank).count
  }

  var isAtEnd: Bool { remaining.isEmpty }

  /// The range from the next character to the end.
  var place: SourceRange {
    SourceRange(source: source, lowerBound: offset, upperBound: text.count)
  }

  /// Takes the text before the next blank; nil at the end of the line.
  mutating func word() -> Scalar? {
    let word = remaining.prefix { !Self.isBlank($0) }
    guard !word.isEmpty else { return nil }
    return take(word)
  }

  /// Takes the rest of the line, except blanks at its end.
  mutating func rest() -> Scalar? {
    var rest = remaining
    while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
    guard !rest.isEmpty else { return nil }
    return take(rest)
  }

  private mutating func take(_ part: Substring.UTF8View) -> Scalar {
    let range = SourceRange(source: source, lowerBound: offset, upperBound: offset + part.count)
    offset += part.count
    skipBlanks()
    return Scalar(String(Substring(part)), style: .plain, at: range)
  }

  /// Takes the rest of the line as YAML; nil at the end of the line.
  ///
  /// - Throws: its errors as YAML.
  mutating func yaml() throws(Diagnostics) -> Node? {
    guard let rest = rest() else { return nil }
    // Blanks replace the part that was taken before, so that all ranges stay the same.
    let blanks = String(repeating: " ", count: rest.range.lowerBound)
    do throws(Diagnostics) {
      return try LibYAML.parse(Source(name: "", text: blanks + rest.text)).moved(to: source)
    } catch {
      throw error.moved(to: source)
    }
  }
}

extension SourceRange {
  fileprivate func moved(to source: Source, by count: Int) -> SourceRange {
    SourceRange(source: source, lowerBound: lowerBound + count, upperBound: upperBound + count)
  }
}

extension Node {
  /// Returns the same tree with the same ranges in another source.
  fileprivate func moved(to source: Source) -> Node {
    let content: Content =
      switch self.content {
      case .scalar(let scalar): .scalar(scalar.moved(to: source))
      case .sequence(let items): .sequence(items.map { $0.moved(to: source) })
      case .mapping(let entries):
        .mapping(
          entries.map { Entry(key: $0.key.moved(to: source), value: $0.value.moved(to: source)) })
      }
    return Node(content, at: range.moved(to: source, by: 0))
  }
}

extension Scalar {
  fileprivate func moved(to source: Source) -> Scalar {
    Scalar(text, style: style, at: range.moved(to: source, by: 0))
  }
}

extension Diagnostics {
  /// Returns the same diagnostics in another source, their ranges moved by a number of bytes.
  ///
  /// - Parameter origin: The source whose ranges are moved; nil for all.
  func moved(to source: Source, by count: Int = 0, from origin: Source? = nil) -> Diagnostics {
    func moved(_ range: SourceRange) -> SourceRange {
      guard origin == nil || range.source === origin else { return range }
      return range.moved(to: source, by: count)
    }
    return Diagnostics(
      items.map { diagnostic in
        var diagnostic = diagnostic
        if case .range(let range) = diagnostic.place { diagnostic.place = .range(moved(range)) }
        diagnostic.notes = diagnostic.notes.map { note in
          Diagnostic.Note(note.message, at: moved(note.range))
        }
        return diagnostic
      })
  }
}
