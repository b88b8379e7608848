import LibYAML
import YAML
import YAMLSyntax

/// A scenario file with its edits, in the layout of `suas-run fmt` if it was in that layout before.
struct UpdatedFile {
  /// The new text.
  let source: Source
  private let edited: EditedText
  /// The trees of the edited text and of the new one, if that is laid out anew.
  private let trees: (edited: Node, new: Node)?

  init(_ old: Node, _ edits: [Edit]) {
    let name = old.range.source.name
    edited = EditedText(old.range.source, edits)
    let text = Source(name: name, text: String(decoding: edited.bytes, as: UTF8.self))
    if Self.layout(of: old) == old.range.source.utf8, let tree = try? LibYAML.parse(text),
      let layout = Self.layout(of: tree), layout != text.utf8,
      let new = try? LibYAML.parse(
        Source(name: name, text: String(decoding: layout, as: UTF8.self))),
      tree.isSame(as: new)
    {
      source = new.range.source
      trees = (tree, new)
    } else {
      source = text
      trees = nil
    }
  }

  private static func layout(of tree: Node) -> [UInt8]? {
    (try? SyntaxTree(of: tree)).map { LayoutWriter.text(of: $0, sections: .betweenBlocks) }
  }

  /// Returns the place of a node in the new text.
  func place(of old: SourceRange) -> SourceRange {
    let (start, end) = (edited.offset(of: old.lowerBound), edited.offset(of: old.upperBound))
    if let trees, let place = trees.edited.counterpart(of: start..<end, in: trees.new) {
      return place
    }
    return SourceRange(source: source, lowerBound: start, upperBound: end)
  }
}

extension Node {
  /// Returns the place in an equal tree of the innermost node that contains a range.
  fileprivate func counterpart(of range: Range<Int>, in other: Node) -> SourceRange? {
    guard self.range.lowerBound <= range.lowerBound, range.upperBound <= self.range.upperBound
    else { return nil }
    let places: [SourceRange?]
    switch (content, other.content) {
    case (.sequence(let items), .sequence(let others)):
      places = zip(items, others).map { $0.counterpart(of: range, in: $1) }
    case (.mapping(let entries), .mapping(let others)):
      places = zip(entries, others).map { entry, other in
        if entry.key.range.offsets == range { return other.key.range }
        return entry.value.counterpart(of: range, in: other.value)
      }
    default: places = []
    }
    return places.lazy.compactMap(\.self).first ?? other.range
  }
}
