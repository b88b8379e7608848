import YAML

/// New nodes.
extension SyntaxNode {
  /// Creates a node that is not written yet.
  ///
  /// - Parameters:
  ///   - levels: The levels of collections that are blocks; those below are in brackets where they
  ///     fit on a line.
  ///   - names: Names that a text without quotes should not have, since it would be taken for an
  ///     expression.
  init(_ draft: Draft, blocks levels: Int, avoiding names: Set<String> = []) {
    switch draft {
    case .plain(let text):
      self.init(.scalar(Scalar(writing: text, isText: false, avoiding: names)))
    case .text(let text):
      self.init(.scalar(Scalar(writing: text, isText: true, avoiding: names)))
    case .sequence(let items):
      self.init(
        .sequence(
          items.map { item in
            SyntaxMember(value: SyntaxNode(item, blocks: levels - 1, avoiding: names))
          }))
      isFlow = levels <= 0
    case .mapping(let entries):
      self.init(
        .mapping(
          entries.map { entry in
            SyntaxMember(
              key: SyntaxMember.Key(scalar: Scalar(writingKey: entry.key)),
              value: SyntaxNode(entry.value, blocks: levels - 1, avoiding: names))
          }))
      isFlow = levels <= 0
    }
  }
}

extension Scalar {
  /// Creates a text that is written plain where it can be.
  ///
  /// - Parameter inFlow: True if the scalar is between brackets.
  package init(writing text: String, inFlow: Bool) {
    self.init(
      text,
      written: ScalarLayout.isPlainString(text, inFlow: inFlow)
        ? text : ScalarText(text).readable)
  }

  fileprivate init(writing text: String, isText: Bool, avoiding names: Set<String>) {
    if isText, ScalarText(text).isLiteral {
      self.init(text, style: .literal, written: Self.literal(text))
    } else {
      self.init(
        text,
        written: ScalarLayout.line(
          text, isText: isText, isQuoted: false, avoiding: names, inFlow: true))
    }
  }

  fileprivate init(writingKey key: Draft.Key) {
    self.init(key.text, written: ScalarLayout.line(key, inFlow: true))
  }

  private init(_ text: String, written: String) {
    let style: Style =
      switch written.utf8.first {
      case _ where written == text: .plain
      case UInt8(ascii: "\""): .doubleQuoted
      default: .singleQuoted
      }
    self.init(text, style: style, written: written)
  }

  /// Creates a scalar with a source of its own, which is only its text.
  private init(_ text: String, style: Style, written: String) {
    let source = Source(name: "", text: written)
    self.init(
      text, style: style,
      at: SourceRange(source: source, lowerBound: 0, upperBound: written.utf8.count))
  }

  private static func literal(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The line breaks at the end follow from the text.
    while lines.last?.isEmpty == true { lines.removeLast() }
    let header = text.hasSuffix("\n\n") ? "|+" : "|"
    return lines.reduce(into: header) { $0 += $1.isEmpty ? "\n" : "\n  \($1)" }
  }
}
