import YAML

/// A node as it is written, with the information that is needed to replace it.
package struct EditableNode: Sendable {
  package let node: Node
  /// The node's notation.
  private let syntax: SyntaxNode
  /// The offset right after the `:` or `-` that leads to the node; nil if there is none.
  let lead: Int?
  /// The column of the collection that holds the node.
  let column: Int
  /// True if the node is inside of brackets.
  let isInFlow: Bool
  /// True if the node is used in more places than one, by an alias.
  package let isShared: Bool
  /// The names of the document's aliases.
  private let aliases: Set<String>

  /// Creates the root of a document.
  package init(_ tree: SyntaxTree, of node: Node) {
    self.init(
      node: node, syntax: tree.root, lead: nil, column: 0, isInFlow: false, isShared: false,
      aliases: tree.aliases)
  }

  private init(
    node: Node, syntax: SyntaxNode, lead: Int?, column: Int, isInFlow: Bool, isShared: Bool,
    aliases: Set<String>
  ) {
    self.node = node
    self.syntax = syntax
    self.lead = lead
    self.column = column
    self.isInFlow = isInFlow
    self.isShared = isShared
    self.aliases = aliases
  }

  var start: Int { node.range.lowerBound }
  var end: Int { node.range.upperBound }
  var bytes: [UInt8] { node.range.source.utf8 }

  /// True if the node is an alias for a node that is written elsewhere.
  package var isAlias: Bool { if case .alias = syntax.content { true } else { false } }

  /// True if the node is a collection in brackets.
  var hasBrackets: Bool {
    guard node.scalar == nil, start < bytes.count else { return false }
    return bytes[start] == UInt8(ascii: node.mapping == nil ? "[" : "{")
  }

  /// True if the node contains collections that are written as blocks.
  var hasBlocks: Bool {
    (syntax.members ?? []).contains { $0.value.members?.isEmpty == false && !$0.value.isFlow }
  }

  /// True if the node is a collection of one member.
  var isSingle: Bool { node.sequence?.count == 1 || node.mapping?.count == 1 }

  /// The column of the node's members if it is a block collection.
  var contentColumn: Int { node.range.location.column }
}

/// The members of a collection.
extension EditableNode {
  /// The entries of a mapping; nil for another node, and for one that is written elsewhere.
  package var entries: [(key: Scalar, value: EditableNode)]? {
    guard let entries = node.mapping, let members = syntax.members, entries.count == members.count
    else { return nil }
    return zip(entries, members).map { ($0.key, child($0.value, $1)) }
  }

  /// The items of a list; nil for another node, and for one that is written elsewhere.
  package var items: [EditableNode]? {
    guard let items = node.sequence, let members = syntax.members, items.count == members.count
    else { return nil }
    return zip(items, members).map(child)
  }

  private func child(_ node: Node, _ member: SyntaxMember) -> EditableNode {
    var isShared = isShared || member.value.anchor.map(aliases.contains) ?? false
    if case .alias = member.value.content { isShared = true }
    return EditableNode(
      node: node, syntax: member.value, lead: member.lead, column: contentColumn,
      isInFlow: isInFlow || hasBrackets, isShared: isShared, aliases: aliases)
  }

  /// The range of each member, with its dash or key; nil if the collection is written in an unusual
  /// form.
  var spans: [Range<Int>]? {
    guard hasBrackets || !isInFlow, let members = syntax.members else { return nil }
    let values = node.sequence ?? node.mapping?.map(\.value) ?? []
    guard values.count == members.count else { return nil }
    let spans = zip(members, values).map { member, value in
      let key = member.key?.scalar.range.upperBound ?? 0
      return member.start..<max(member.start, key, member.lead ?? 0, value.range.upperBound)
    }
    guard zip(spans, spans.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
      return nil
    }
    guard !hasBrackets else { return spans }
    guard let first = spans.first, first.lowerBound == start else { return nil }
    let (bytes, column) = (bytes, contentColumn)
    // Each other member is the first on its line, in the column of the collection.
    let isAligned = spans.dropFirst().allSatisfy { span in
      bytes.isFirstOnLine(span.lowerBound)
        && span.lowerBound - bytes.startOfLine(around: span.lowerBound) == column
    }
    return isAligned ? spans : nil
  }
}

extension Node {
  /// True if the node is a collection that is not empty.
  var isFilled: Bool {
    switch content {
    case .scalar: false
    case .sequence(let items): !items.isEmpty
    case .mapping(let entries): !entries.isEmpty
    }
  }
}

extension [UInt8] {
  func isBlank(at offset: Int) -> Bool { self[offset] == 0x20 || self[offset] == 0x09 }
  func isLineBreak(at offset: Int) -> Bool { self[offset] == 0x0A || self[offset] == 0x0D }

  /// Returns the start of the line that contains an offset.
  func startOfLine(around offset: Int) -> Int {
    var start = offset
    while start > 0, self[start - 1] != 0x0A { start -= 1 }
    return start
  }

  /// Returns the start of the line after an offset, or the end if there is none.
  func startOfNextLine(after offset: Int) -> Int {
    var end = offset
    while end < count, self[end] != 0x0A { end += 1 }
    return Swift.min(end + 1, count)
  }

  /// Returns true if only blanks precede an offset on its line.
  func isFirstOnLine(_ offset: Int) -> Bool {
    self[startOfLine(around: offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
