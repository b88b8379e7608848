import YAML

/// A YAML document as it is written: a tree whose parts have the comments and blank lines that
/// belong to them, and the pieces that the text consists of.
///
/// A comment at the end of a line belongs to the entry that ends there, one on lines of its own to
/// the entry below, and one at the end of a block, in its column or further right, to the block.
package struct SyntaxTree: Sendable {
  package let source: Source
  /// All of the text: one after the other, the pieces are its bytes.
  package let pieces: [Piece]
  /// The directives, such as `%YAML 1.2`.
  package var directives: [String] = []
  /// Comments above a document that is no collection.
  package var head: [TriviaLine] = []
  package var root: SyntaxNode
  /// A comment behind a document that is no block.
  package var trailing: String?
  /// Comments below the document's last block.
  package var tail: [TriviaLine] = []

  /// Creates the syntax tree of a parsed document.
  ///
  /// - Throws: if a part of the text is nothing that stands between scalars.
  package init(of tree: Node) throws(UnknownNotation) {
    source = tree.range.source
    pieces = try PieceScanner.pieces(of: tree)
    var parser = SyntaxParser(pieces, of: source.utf8)
    root = SyntaxNode(.empty)
    try parser.read(tree, into: &self)
  }

  /// The comments and directives of the document as they are written, in order.
  package var comments: [String] {
    pieces.compactMap { piece in
      switch piece.kind {
      case .comment, .directive: source.utf8.comment(in: piece.range)
      case .scalar: source.utf8.headerComment(in: piece.range)
      case .blanks, .lineBreak, .indicator, .anchor, .alias, .marker: nil
      }
    }
  }

  /// The names of the aliases of the document.
  var aliases: Set<String> {
    Set(
      pieces.lazy.filter { $0.kind == .alias }.map {
        String(decoding: source.utf8[$0.range.dropFirst()], as: UTF8.self)
      })
  }

  /// The anchors and aliases of the document, in order.
  package var references: [String] {
    pieces.filter { $0.kind == .anchor || $0.kind == .alias }.map {
      String(decoding: source.utf8[$0.range], as: UTF8.self)
    }
  }
}

/// A line between the members of a collection.
package enum TriviaLine: Hashable, Sendable {
  case blank
  /// A comment from its `#` on, without blanks at the end.
  case comment(String)

  package var isComment: Bool { self != .blank }
}

/// A node with all that is written in it.
package struct SyntaxNode: Sendable {
  package enum Content: Sendable {
    /// Nothing, which is null.
    case empty
    case scalar(Scalar)
    /// The name of the anchor.
    case alias(String)
    case sequence([SyntaxMember])
    case mapping([SyntaxMember])
  }

  package var content: Content
  package var anchor: String?
  /// True if the node is a collection in brackets, or between brackets.
  package var isFlow = false
  /// True for a collection in brackets with comments that no member has.
  package var needsLines = false
  /// The number of lines in `closing` that are between the brackets.
  package var innerLineCount = 0
  /// The comments that belong to the node, below its last member or its text.
  package var closing: [TriviaLine] = []

  package init(_ content: Content) { self.content = content }

  /// The members, if the node is a collection.
  package var members: [SyntaxMember]? {
    switch content {
    case .sequence(let members), .mapping(let members): members
    case .empty, .scalar, .alias: nil
    }
  }

  /// True for a literal or folded text; nothing that is indented below it is a comment.
  var isBlockScalar: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return scalar.style == .literal || scalar.style == .folded
  }

  /// Replaces the members of a collection.
  package mutating func setMembers(_ members: [SyntaxMember]) {
    switch content {
    case .sequence: content = .sequence(members)
    case .mapping: content = .mapping(members)
    case .empty, .scalar, .alias: break
    }
  }

  /// Takes the comments from above the first member of a collection.
  mutating func takeFirstComments() -> [TriviaLine] {
    guard var members, !members.isEmpty else { return [] }
    let comments = members[0].leading.filter(\.isComment)
    guard !comments.isEmpty else { return [] }
    members[0].leading = []
    setMembers(members)
    return comments
  }

  /// True if the node has an anchor or an alias anywhere in it.
  package var hasReferences: Bool {
    if anchor != nil { return true }
    if case .alias = content { return true }
    return members?.contains { $0.hasReferences } ?? false
  }
}

/// An entry of a mapping or an item of a sequence.
package struct SyntaxMember: Sendable {
  /// The key of an entry.
  package struct Key: Sendable {
    package var scalar: Scalar
    package var anchor: String?
    /// The name of the anchor that the key is written as.
    package var alias: String?
  }

  /// The offset of the member's dash, or of its key with its properties; zero for a new one.
  package var start = 0
  /// The offset right after the `-` or `:` before the value; nil where there is none.
  package var lead: Int?
  /// True if a blank line is above the member, and above its comments.
  package var hasBlankAbove = false
  /// The comments above the member, and the blank lines among and below them.
  package var leading: [TriviaLine] = []
  /// The key; nil for an item.
  package var key: Key?
  /// A comment between the key and the lines of a block.
  package var header: String?
  package var value: SyntaxNode
  /// A comment at the end of the member's last line.
  package var trailing: String?

  /// Puts the comments from above the first member of an item's collection, which stands beside the
  /// dash, above the item.
  package mutating func hoistComments(below comments: [TriviaLine] = []) {
    leading += comments + value.takeFirstComments()
  }

  package var hasReferences: Bool {
    key?.anchor != nil || key?.alias != nil || value.hasReferences
  }
}

extension [UInt8] {
  /// A comment without blanks at its end.
  func comment(in range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return String(decoding: self[range.lowerBound..<end], as: UTF8.self)
  }

  /// The comment on the line of a block scalar's indicator.
  package func headerComment(in scalar: Range<Int>) -> String? {
    guard let first = self[scalar].first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">")
    else { return nil }
    var offset = scalar.lowerBound + 1
    while offset < scalar.upperBound, lineBreakLength(at: offset) == 0 {
      if self[offset] == UInt8(ascii: "#") {
        var end = offset
        while end < scalar.upperBound, lineBreakLength(at: end) == 0 { end += 1 }
        return comment(in: offset..<end)
      }
      offset += 1
    }
    return nil
  }
}
