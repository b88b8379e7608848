import YAML

/// Gives the comments and blank lines of a text to the nodes that they belong to.
struct SyntaxParser {
  /// A comment with its place.
  private struct Comment {
    let text: String
    /// True if nothing precedes the comment on its line.
    let isAlone: Bool
    let column: Int
    /// True if a blank line is above.
    let hasBlankAbove: Bool
  }

  /// The text between two parts of the tree.
  private struct Trivia {
    var comments: [Comment] = []
    /// True if the last line before the next part is blank.
    var endsWithBlank = false
  }

  /// The node that is read, with the facts that its holder needs.
  private struct Reading {
    var node: SyntaxNode
    /// The comments before the node's first part.
    var before: [Comment] = []
    /// True if a blank line is below these comments.
    var endsWithBlank = false
    /// The comments behind an opening bracket, and all between brackets without members.
    var opening: [Comment] = []
  }

  private let pieces: [Piece]
  private let bytes: [UInt8]
  private var index = 0
  private var directives: [String] = []
  /// True if a comment was behind the header of a block scalar which keeps blank lines.
  private var isAfterKeptLines = false

  init(_ pieces: [Piece], of bytes: [UInt8]) {
    self.pieces = pieces
    self.bytes = bytes
  }

  mutating func read(_ tree: Node, into document: inout SyntaxTree) throws(UnknownNotation) {
    var reading = try self.node(tree, below: -1)
    var comments = reading.before
    var inner: [TriviaLine] = []
    if let members = reading.node.members, members.isEmpty || reading.node.anchor == nil {
      comments += reading.opening
      if !members.isEmpty {
        Self.put(comments, endsWithBlank: reading.endsWithBlank, above: &reading.node)
        comments = []
      }
    } else {
      // Comments below an anchor move above it.
      comments += reading.opening
      inner = reading.node.takeFirstComments()
    }
    document.head = Self.lines(comments, startsWithBlank: false) + inner
    if document.head.first == .blank { document.head.removeFirst() }
    document.root = reading.node
    if reading.node.members == nil || reading.node.isFlow { document.trailing = commentOnLine() }
    let rest = trivia()
    document.tail = Self.lines(rest.comments, startsWithBlank: false)
    guard index == pieces.count else { throw unknown }
    document.directives = directives
  }

  /// The offset of the next piece.
  private var offset: Int {
    index < pieces.count ? pieces[index].range.lowerBound : bytes.count
  }

  private var unknown: UnknownNotation { UnknownNotation(offset: offset) }
}

/// Reading of trivia.
extension SyntaxParser {
  /// Reads all up to the next part of the tree.
  ///
  /// - Parameter end: The offset from which on nothing is read.
  private mutating func trivia(to end: Int = .max) -> Trivia {
    var trivia = Trivia()
    var breaks = index == 0 ? 1 : 0
    while index < pieces.count, pieces[index].isTrivia, pieces[index].range.lowerBound < end {
      let piece = pieces[index]
      switch piece.kind {
      case .lineBreak: breaks += 1
      case .comment:
        trivia.comments.append(comment(piece, breaks: breaks))
        isAfterKeptLines = false
        breaks = 0
      case .directive: directives.append(bytes.comment(in: piece.range))
      default: break
      }
      index += 1
    }
    trivia.endsWithBlank = breaks > 1 && !isAfterKeptLines
    isAfterKeptLines = false
    return trivia
  }

  private func comment(_ piece: Piece, breaks: Int) -> Comment {
    Comment(
      text: bytes.comment(in: piece.range), isAlone: breaks > 0,
      column: column(of: piece.range.lowerBound),
      hasBlankAbove: breaks > 1 && !isAfterKeptLines)
  }

  private func column(of offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return offset - start
  }

  /// Reads a comment on the same line.
  private mutating func commentOnLine() -> String? {
    var next = index
    while next < pieces.count, pieces[next].kind == .blanks { next += 1 }
    guard next < pieces.count, pieces[next].kind == .comment, next > 0 else { return nil }
    index = next + 1
    return bytes.comment(in: pieces[next].range)
  }

  /// Reads the comments on lines of their own from a column on.
  private mutating func comments(from column: Int) -> [TriviaLine] {
    var lines: [TriviaLine] = []
    while true {
      var next = index
      var breaks = 0
      while next < pieces.count, pieces[next].kind == .blanks || pieces[next].kind == .lineBreak {
        if pieces[next].kind == .lineBreak { breaks += 1 }
        next += 1
      }
      guard next < pieces.count, pieces[next].kind == .comment, breaks > 0,
        self.column(of: pieces[next].range.lowerBound) >= column
      else { return lines }
      if breaks > 1, !isAfterKeptLines { lines.append(.blank) }
      isAfterKeptLines = false
      lines.append(.comment(bytes.comment(in: pieces[next].range)))
      index = next + 1
    }
  }

  private static func lines(_ comments: [Comment], startsWithBlank: Bool) -> [TriviaLine] {
    var lines: [TriviaLine] = []
    for (index, comment) in comments.enumerated() {
      if comment.hasBlankAbove, index > 0 || startsWithBlank { lines.append(.blank) }
      lines.append(.comment(comment.text))
    }
    return lines
  }

  /// Puts comments above the first member of a collection.
  private static func put(
    _ comments: [Comment], endsWithBlank: Bool, above node: inout SyntaxNode
  ) {
    guard !comments.isEmpty, var members = node.members, !members.isEmpty else { return }
    let lines = lines(comments, startsWithBlank: false) + (endsWithBlank ? [.blank] : [])
    members[0].leading = lines + members[0].leading
    node.setMembers(members)
  }

  private static func open(_ trivia: Trivia) -> (hasBlankAbove: Bool, leading: [TriviaLine]) {
    guard let first = trivia.comments.first else { return (trivia.endsWithBlank, []) }
    let lines = lines(trivia.comments, startsWithBlank: false)
    return (first.hasBlankAbove, trivia.endsWithBlank ? lines + [.blank] : lines)
  }
}

/// Reading of nodes.
extension SyntaxParser {
  private func isIndicator(_ character: Unicode.Scalar) -> Bool {
    index < pieces.count && pieces[index].kind == .indicator
      && bytes[pieces[index].range.lowerBound] == UInt8(ascii: character)
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(UnknownNotation) {
    guard isIndicator(character) else { throw unknown }
    index += 1
  }

  /// Reads a node with the text before it.
  ///
  /// - Parameter column: The column of the collection that holds the node.
  private mutating func node(
    _ node: Node, below column: Int, inFlow: Bool = false
  ) throws(UnknownNotation) -> Reading {
    var reading = Reading(node: SyntaxNode(.empty))
    let start = node.range.lowerBound
    while index < pieces.count, pieces[index].range.lowerBound < start {
      if pieces[index].kind == .anchor {
        reading.node.anchor = name(pieces[index])
        index += 1
      } else if pieces[index].isTrivia {
        let trivia = trivia(to: start)
        reading.before += trivia.comments
        reading.endsWithBlank = trivia.endsWithBlank
      } else {
        throw unknown
      }
    }
    if bytes.isAlias(node) {
      guard index < pieces.count, pieces[index].kind == .alias else { throw unknown }
      reading.node.content = .alias(name(pieces[index]))
      index += 1
      return reading
    }
    switch node.content {
    case .scalar(let scalar):
      guard !node.range.isEmpty else { return reading }
      try readScalar(scalar)
      reading.node.content = .scalar(scalar)
    case .sequence(let items):
      if isIndicator("[") {
        try readBrackets(&reading, items.count) { parser, index throws(UnknownNotation) in
          try parser.flowItem(items[index])
        }
      } else {
        reading.node = try blockSequence(items, reading.node, below: column)
      }
    case .mapping(let entries):
      if isIndicator("{") {
        try readBrackets(&reading, entries.count) { parser, index throws(UnknownNotation) in
          try parser.entry(entries[index], below: 0, inFlow: true)
        }
      } else if inFlow {
        // A single entry between the brackets of a sequence.
        guard entries.count == 1 else { throw unknown }
        reading.node.isFlow = true
        reading.node.content = .mapping([try entry(entries[0], below: 0, inFlow: true)])
      } else {
        reading.node = try blockMapping(entries, reading.node, below: column)
      }
    }
    return reading
  }

  private func name(_ piece: Piece) -> String {
    String(decoding: bytes[piece.range].dropFirst(), as: UTF8.self)
  }

  private mutating func readScalar(_ scalar: Scalar) throws(UnknownNotation) {
    guard index < pieces.count, pieces[index].kind == .scalar,
      pieces[index].range.lowerBound == scalar.range.lowerBound
    else { throw unknown }
    index += 1
    isAfterKeptLines = scalar.isKeepingLines
  }
}

/// Reading of blocks.
extension SyntaxParser {
  private mutating func blockSequence(
    _ items: [Node], _ node: SyntaxNode, below outer: Int
  ) throws(UnknownNotation) -> SyntaxNode {
    let column = column(of: offset)
    var members: [SyntaxMember] = []
    members.reserveCapacity(items.count)
    for item in items {
      let (hasBlankAbove, leading) = Self.open(trivia())
      let start = offset
      try expect("-")
      let reading = try self.node(item, below: column)
      var member = SyntaxMember(
        start: start, lead: start + 1, hasBlankAbove: hasBlankAbove, leading: leading,
        value: reading.node)
      // Comments after the dash move above it, since the first member stands beside it.
      Self.hoist(reading.before + reading.opening, in: &member)
      finish(&member, column: column)
      members.append(member)
    }
    return close(node, .sequence(members), column: column, below: outer)
  }

  private mutating func blockMapping(
    _ entries: [Node.Entry], _ node: SyntaxNode, below outer: Int
  ) throws(UnknownNotation) -> SyntaxNode {
    let column = column(of: offset)
    var members: [SyntaxMember] = []
    members.reserveCapacity(entries.count)
    for entry in entries {
      members.append(try self.entry(entry, below: column, inFlow: false))
    }
    return close(node, .mapping(members), column: column, below: outer)
  }

  private mutating func close(
    _ node: SyntaxNode, _ content: SyntaxNode.Content, column: Int, below outer: Int
  ) -> SyntaxNode {
    var node = node
    node.content = content
    node.closing = comments(from: max(column, outer + 1))
    return node
  }

  /// Reads the text after a value that belongs to its member.
  private mutating func finish(_ member: inout SyntaxMember, column: Int) {
    member.trailing = commentOnLine()
    guard member.value.members == nil || member.value.isFlow, !member.value.isBlockScalar else {
      return
    }
    member.value.closing += comments(from: column + 1)
  }

  private static func hoist(_ comments: [Comment], in member: inout SyntaxMember) {
    member.hoistComments(below: comments.map { .comment($0.text) })
  }

  /// Reads an entry of a mapping.
  private mutating func entry(
    _ entry: Node.Entry, below column: Int, inFlow: Bool
  ) throws(UnknownNotation) -> SyntaxMember {
    let (hasBlankAbove, leading) = Self.open(trivia())
    var member = SyntaxMember(
      start: offset, hasBlankAbove: hasBlankAbove, leading: leading, value: SyntaxNode(.empty))
    var hoisted: [Comment] = []
    if isIndicator("?") {
      index += 1
      hoisted += trivia().comments
    }
    var key = SyntaxMember.Key(scalar: entry.key)
    if index < pieces.count, pieces[index].kind == .anchor {
      key.anchor = name(pieces[index])
      index += 1
      hoisted += trivia().comments
    }
    if index < pieces.count, pieces[index].kind == .alias {
      key.alias = name(pieces[index])
      index += 1
    } else {
      try readScalar(entry.key)
    }
    member.key = key
    let place = index
    let beforeColon = trivia().comments
    guard isIndicator(":") else {
      index = place
      guard entry.value.range.isEmpty else { throw unknown }
      Self.hoist(hoisted, in: &member)
      if !inFlow { finish(&member, column: column) }
      return member
    }
    member.lead = offset + 1
    index += 1
    hoisted += beforeColon
    let reading = try node(entry.value, below: column, inFlow: inFlow)
    member.value = reading.node
    var comments = reading.before + reading.opening
    if member.value.members?.isEmpty != false {
      hoisted += comments
    } else {
      if member.value.isFlow {
        // Only the contents of the brackets keep them from staying on one line.
        hoisted += reading.before
        comments = reading.opening
      }
      if let first = comments.first, !first.isAlone {
        member.header = first.text
        comments.removeFirst()
      }
      Self.put(comments, endsWithBlank: reading.endsWithBlank, above: &member.value)
    }
    member.leading += hoisted.map { .comment($0.text) }
    if !inFlow { finish(&member, column: column) }
    return member
  }
}

/// Reading of collections in brackets.
extension SyntaxParser {
  /// Reads the members between brackets with the commas between them.
  private mutating func readBrackets(
    _ reading: inout Reading, _ count: Int,
    _ member: (inout SyntaxParser, Int) throws(UnknownNotation) -> SyntaxMember
  ) throws(UnknownNotation) {
    let isMapping = isIndicator("{")
    index += 1
    var members: [SyntaxMember] = []
    members.reserveCapacity(count)
    if let first = peekComment() { reading.opening.append(first) }
    var pending: [TriviaLine] = []
    for place in 0..<count {
      var member = try member(&self, place)
      member.leading = pending + member.leading
      member.hasBlankAbove = false
      member.trailing = commentOnLine()
      pending = Self.lines(trivia().comments, startsWithBlank: false)
      if isIndicator(",") {
        index += 1
        if let comment = commentOnLine() {
          if member.trailing == nil, pending.isEmpty {
            member.trailing = comment
          } else {
            pending.append(.comment(comment))
          }
        }
      }
      members.append(member)
    }
    let rest = trivia()
    try expect(isMapping ? "}" : "]")
    if members.isEmpty {
      reading.opening += rest.comments
    } else {
      reading.node.closing = pending + Self.lines(rest.comments, startsWithBlank: false)
      reading.node.innerLineCount = reading.node.closing.count
      reading.node.needsLines = !reading.opening.isEmpty || !reading.node.closing.isEmpty
    }
    reading.node.isFlow = true
    reading.node.content = isMapping ? .mapping(members) : .sequence(members)
  }

  /// Reads a comment behind an opening bracket.
  private mutating func peekComment() -> Comment? {
    let start = index
    guard let text = commentOnLine() else { return nil }
    return Comment(
      text: text, isAlone: false, column: column(of: pieces[start].range.lowerBound),
      hasBlankAbove: false)
  }

  private mutating func flowItem(_ item: Node) throws(UnknownNotation) -> SyntaxMember {
    let (_, leading) = Self.open(trivia())
    let start = offset
    // The mapping of a single entry may begin with a `?`, which the entry reads.
    let reading = try node(item, below: 0, inFlow: true)
    var member = SyntaxMember(start: start, leading: leading, value: reading.node)
    Self.hoist(reading.before + reading.opening, in: &member)
    return member
  }
}

extension SourceRange {
  package var isEmpty: Bool { lowerBound == upperBound }
}

extension Scalar {
  /// True for a block scalar that ends with blank lines of its own.
  package var isKeepingLines: Bool {
    guard style == .literal || style == .folded else { return false }
    let bytes = range.source.utf8
    var offset = range.lowerBound + 1
    while offset < range.upperBound, "+-0123456789".utf8.contains(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: "+") { return true }
      offset += 1
    }
    return false
  }
}
