import YAML

/// A YAML document in which single nodes are changed; all else stays as its author wrote it.
package struct DocumentEditor: Sendable {
  /// A member of a collection: its index, and the collection as it is written.
  private struct Member: Sendable {
    let collection: EditableNode
    let index: Int
  }

  package let source: Source
  package let tree: Node
  private let pen: StyleWriter
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
    pen = StyleWriter(hand: YAMLStyle(of: tree))
    index(EditableNode(node: tree, lead: nil, column: 0, isInFlow: false, isShared: false))
  }

  private mutating func index(_ editable: EditableNode) {
    // The node of an alias is written elsewhere, and found there.
    guard !editable.node.isAlias else { return }
    switch editable.node.content {
    case .scalar(let scalar): scalars[scalar.range.lowerBound] = editable
    case .sequence(let nodes):
      for index in nodes.indices {
        guard let item = editable.item(index, []) else { continue }
        let member = Member(collection: editable, index: index)
        items[item.start] = member
        for entry in item.node.mapping ?? [] { items[entry.key.range.lowerBound] = member }
        self.index(item)
      }
    case .mapping(let pairs):
      for (index, entry) in pairs.enumerated() {
        entries[entry.key.range.lowerBound] = Member(collection: editable, index: index)
        self.index(editable.value(of: entry, []))
      }
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

/// A document with a change, and the part of its lines that the change is about.
package struct EditedDocument: Sendable {
  package let source: Source
  /// The bytes of the old text that are replaced, from the first that differs to the last.
  package let range: Range<Int>
  /// The text that replaces them.
  package let replacement: String
}

extension DocumentEditor {
  /// Replaces the decoded text of a scalar; nil if the scalar is not written in this document.
  package func replacing(_ scalar: Scalar, with text: String) -> EditedDocument? {
    guard scalar.range.source === source, let editable = scalars[scalar.range.lowerBound] else {
      return nil
    }
    let isText = scalar.style != .plain && scalar.resolved == .string
    let draft: Draft = isText ? .text(text) : .plain(text)
    return pen.replacement(of: editable, with: draft, keepingInteger: false)
      .flatMap { edited([$0]) }
  }

  /// Gives keys other names.
  package func renaming(_ keys: [(key: Scalar, name: String)]) -> EditedDocument? {
    edited(
      keys.map { key, name in
        let node = Node(.scalar(key), at: key.range)
        return Edit(of: node, [.init(key.range.offsets, name)])
      })
  }

  /// Removes the entry of a mapping; nil if no key begins at the place.
  package func removingEntry(at key: SourceRange) -> EditedDocument? { removing(key, entries) }

  /// Removes the item of a sequence that begins at a place, or has a key there.
  package func removingItem(at place: SourceRange) -> EditedDocument? { removing(place, items) }

  private func removing(_ place: SourceRange, _ members: [Int: Member]) -> EditedDocument? {
    guard place.source === source, let member = members[place.lowerBound] else { return nil }
    let node = member.collection.node
    let count = node.sequence?.count ?? node.mapping?.count ?? 0
    let kept = (0..<count).filter { $0 != member.index }.map(Splice.Member.kept)
    return Splice(member.collection, kept, pen).flatMap { edited([$0.edit]) }
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

  private func edited(_ edits: [Edit]) -> EditedDocument? {
    let new = EditedText(source, edits).bytes
    let old = source.utf8
    guard new != old else { return nil }
    var start = zip(old, new).prefix { $0 == $1 }.count
    // Neither part begins or ends inside a character.
    while start > 0, start < old.count, old[start] & 0xC0 == 0x80 { start -= 1 }
    let most = min(old.count, new.count) - start
    var end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    end = min(end, most)
    while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
    return EditedDocument(
      source: Source(name: source.name, text: String(decoding: new, as: UTF8.self)),
      range: start..<old.count - end,
      replacement: String(decoding: new[start..<new.count - end], as: UTF8.self))
  }
}
