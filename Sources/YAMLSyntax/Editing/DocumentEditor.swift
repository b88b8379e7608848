import YAML

/// A YAML document in which single nodes are changed; all else stays as its author wrote it.
package struct DocumentEditor: Sendable {
  /// A member of a collection: its index, and the collection as it is written.
  private struct Member: Sendable {
    let collection: EditableNode
    /// The range of each member of the collection.
    let spans: [Range<Int>]?
    let index: Int
  }

  package let source: Source
  package let tree: Node
  private let writer = NodeWriter()
  /// The scalar values, by their offsets.
  private var scalars: [Int: EditableNode] = [:]
  /// The entries of mappings, by the offsets of their keys.
  private var entries: [Int: Member] = [:]
  /// The items of sequences, by their offsets, and by the offsets of the keys in them.
  private var items: [Int: Member] = [:]

  /// - Parameter tree: The parsed document.
  package init(of tree: Node) {
    self.tree = tree
    source = tree.range.source
    // A notation that is not understood is not edited.
    if let syntax = try? SyntaxTree(of: tree) { index(EditableNode(syntax, of: tree)) }
  }

  private mutating func index(_ editable: EditableNode) {
    // The node of an alias is written elsewhere, and found there.
    guard !editable.isAlias else { return }
    if let scalar = editable.node.scalar { scalars[scalar.range.lowerBound] = editable }
    let spans = editable.node.isFilled ? editable.spans : nil
    for (index, item) in (editable.items ?? []).enumerated() {
      let member = Member(collection: editable, spans: spans, index: index)
      items[item.start] = member
      for entry in item.node.mapping ?? [] { items[entry.key.range.lowerBound] = member }
      self.index(item)
    }
    for (index, entry) in (editable.entries ?? []).enumerated() {
      entries[entry.key.range.lowerBound] = Member(
        collection: editable, spans: spans, index: index)
      self.index(entry.value)
    }
  }
}

extension DocumentEditor {
  /// Returns the key with a name in the mapping that has a key at a place.
  package func key(_ name: String, besides place: SourceRange) -> Scalar? {
    entry(name, besides: place)?.key
  }

  /// Returns the value under a name in the mapping that has a key at a place.
  package func value(_ name: String, besides place: SourceRange) -> Node? {
    entry(name, besides: place)?.value
  }

  private func entry(_ name: String, besides place: SourceRange) -> Node.Entry? {
    entries[place.lowerBound]?.collection.node.mapping?.first { $0.key.text == name }
  }

  /// Returns the item of a sequence that begins at a place, or has a key there.
  package func item(at place: SourceRange) -> Node? {
    guard let member = items[place.lowerBound] else { return nil }
    return member.collection.node.sequence?[member.index]
  }
}

extension DocumentEditor {
  /// Replaces a part of the decoded text of a scalar; nil if the scalar is not written in this
  /// document.
  ///
  /// - Parameter part: The part, in UTF-8 bytes; nil for all of the text.
  package func replacing(
    _ scalar: Scalar, _ part: Range<Int>? = nil, with replacement: String
  ) -> EditedDocument? {
    guard scalar.range.source === source, let editable = scalars[scalar.range.lowerBound] else {
      return nil
    }
    let part = part ?? 0..<scalar.text.utf8.count
    let bytes = Array(scalar.text.utf8)
    let place = scalar.range(of: part)
    if let splice = Splice(of: scalar, part, at: place.offsets, with: replacement) {
      return edited([Edit(of: editable.node, splice.pieces)], at: place)
    }
    let text = String(
      decoding: bytes[..<part.lowerBound] + replacement.utf8 + bytes[part.upperBound...],
      as: UTF8.self)
    let isText = scalar.style != .plain && scalar.resolved == .string
    let draft: Draft = isText ? .text(text) : .plain(text)
    return writer.replacement(of: editable, with: draft, keepingInteger: false)
      .flatMap { edited([Edit(keepingLines: $0, of: source)], at: place) }
  }

  /// Gives keys other names.
  package func renaming(_ keys: [(key: Scalar, name: String)]) -> EditedDocument? {
    edited(
      keys.map { key, name in
        let node = Node(.scalar(key), at: key.range)
        return Edit(of: node, [.init(key.range.offsets, name)])
      })
  }

  /// Inserts an entry into a mapping, before another one.
  package func inserting(_ entry: String, before key: Scalar) -> EditedDocument? {
    guard key.range.source === source, let member = entries[key.range.lowerBound] else {
      return nil
    }
    let inFlow = member.collection.hasBrackets || member.collection.isInFlow
    let space = inFlow ? ", " : "\n" + String(repeating: " ", count: key.range.location.column)
    let start = key.range.lowerBound
    return edited([Edit(of: member.collection.node, [.init(start..<start, entry + space)])])
  }

  /// Removes the entry of a mapping; nil if no key begins at the place.
  package func removingEntry(at key: SourceRange) -> EditedDocument? { removing(key, entries) }

  /// Removes the item of a sequence that begins at a place, or has a key there.
  package func removingItem(at place: SourceRange) -> EditedDocument? { removing(place, items) }

  private func removing(_ place: SourceRange, _ members: [Int: Member]) -> EditedDocument? {
    guard place.source === source, let member = members[place.lowerBound] else { return nil }
    let edit =
      if member.collection.isSingle {
        writer.edit(of: member.collection, to: [])
      } else {
        member.spans.map { MemberEdit.removal(of: member.index, from: member.collection, $0) }
      }
    return edit.flatMap { edited([Edit(keepingLines: $0, of: source)]) }
  }

  /// Exchanges two items of a sequence that are written alike, with the same indentation.
  package func exchanging(_ first: Node, _ second: Node) -> EditedDocument? {
    let (former, latter) = (first.range, second.range)
    guard former.source === source, latter.source === source,
      former.upperBound <= latter.lowerBound,
      former.location.column == latter.location.column
        || former.location.line == former.endLocation.line
          && latter.location.line == latter.endLocation.line
    else { return nil }
    return edited([
      Edit(of: first, [.init(former.offsets, latter.text)]),
      Edit(of: second, [.init(latter.offsets, former.text)]),
    ])
  }

  /// - Parameter place: The place to report; nil for all that the edits change.
  private func edited(_ edits: [Edit], at place: SourceRange? = nil) -> EditedDocument? {
    let pieces = edits.flatMap(\.pieces)
    guard let start = pieces.map(\.range.lowerBound).min(),
      let end = pieces.map(\.range.upperBound).max()
    else { return nil }
    let text = EditedText(source, edits)
    let newRange = start..<max(start, text.offset(of: end))
    let change = EditedDocument.Change(
      from: source.utf8[start..<end], to: text.bytes[newRange])
    guard !change.isEmpty else { return nil }
    return EditedDocument(
      source, change, place: place, start..<end, text.bytes, newRange)
  }
}

extension Edit {
  /// Creates an edit that leaves blank lines in the place of those that another one leaves out.
  fileprivate init(keepingLines edit: Edit, of source: Source) {
    node = edit.node
    let bytes = source.utf8
    pieces = edit.pieces.map { piece in
      let (start, end) = (piece.range.lowerBound, piece.range.upperBound)
      let lost =
        bytes[piece.range].count { $0 == 0x0A } - piece.text.utf8.count { $0 == 0x0A }
      // Elsewhere, a line break would change the meaning of the text after it.
      let areLines = piece.text.isEmpty && bytes.isStartOfLine(start) && bytes.isStartOfLine(end)
      let isAtEnd = end == bytes.count || bytes.isLineBreak(at: end)
      guard lost > 0, areLines || isAtEnd && !piece.text.isEmpty else { return piece }
      return Piece(piece.range, piece.text + String(repeating: "\n", count: lost))
    }
  }
}

extension [UInt8] {
  fileprivate func isStartOfLine(_ offset: Int) -> Bool { offset == 0 || self[offset - 1] == 0x0A }
}
