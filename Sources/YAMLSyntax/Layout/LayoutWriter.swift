import YAML

/// Writes a syntax tree in the one layout.
package struct LayoutWriter {
  /// The longest line on which a collection stays in brackets.
  static let width = 100
  /// The length of a key from which on YAML asks for a `?` before it.
  private static let longestKey = 1000

  /// The rule for blank lines between the members of a collection.
  package enum Spacing: Sendable {
    /// Blank lines as the author has them, at most one at a time.
    case asWritten
    /// One between two members if one of them takes several lines.
    case aroundBlocks
    /// One between two members that take several lines.
    case betweenBlocks
    /// One around all members that take several lines if there is one anywhere.
    case uniform
  }

  /// The text around a value on its line.
  private enum Lead { case nothing, key, dash }

  /// A value's text if it is on one line; nil for a value of several.
  private typealias Line = [UInt8]

  private(set) var output: [UInt8] = []
  private var startOfLine = 0
  private var isAfterBlank = true
  /// True after a text that another blank line would be part of.
  private var isAfterKeptLines = false

  private init() {}

  /// Returns the text of a document.
  ///
  /// - Parameter sections: The rule for blank lines between the entries of the document.
  package static func text(of tree: SyntaxTree, sections: Spacing) -> [UInt8] {
    var writer = LayoutWriter()
    writer.output.reserveCapacity(tree.source.utf8.count + tree.source.utf8.count / 8)
    writer.write(tree, sections)
    return writer.output
  }

  private mutating func write(_ tree: SyntaxTree, _ sections: Spacing) {
    for directive in tree.directives {
      write(directive)
      endLine()
    }
    if !tree.directives.isEmpty {
      write("---")
      endLine()
    }
    write(tree.head, column: 0)
    let root = tree.root
    if let members = root.members, !members.isEmpty {
      let line = root.isFlow ? flat(root, limit: Self.width) : nil
      if let line {
        write(line)
        endLine(tree.trailing)
      } else {
        if let comment = tree.trailing { write([.comment(comment)], column: 0) }
        if let anchor = root.anchor {
          write("&\(anchor)")
          endLine()
        }
        let isList = if case .sequence = root.content { true } else { false }
        write(root, members, column: 0, isBesideLead: false, isList ? .asWritten : sections)
      }
    } else if hasText(root) {
      write(
        value: root, plan(root, room: Self.width), trailing: tree.trailing, column: -2,
        after: .nothing)
    }
    write(tree.tail, column: 0)
  }

  private func hasText(_ node: SyntaxNode) -> Bool {
    if case .empty = node.content { return node.anchor != nil || !node.closing.isEmpty }
    return true
  }
}

/// Lines.
extension LayoutWriter {
  private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }
  private mutating func write(_ text: [UInt8]) { output.append(contentsOf: text) }

  private mutating func endLine(_ comment: String? = nil) {
    if let comment {
      if output.count > startOfLine { write(" ") }
      write(comment)
    }
    output.append(0x0A)
    startOfLine = output.count
    isAfterBlank = false
    isAfterKeptLines = false
  }

  private mutating func writeBlankLine() {
    guard !isAfterBlank, !isAfterKeptLines else { return }
    endLine()
    isAfterBlank = true
  }

  private mutating func indent(_ column: Int) {
    for _ in 0..<max(0, column) { output.append(0x20) }
  }

  /// Writes comments and the blank lines among them.
  private mutating func write(_ lines: [TriviaLine], column: Int) {
    for line in lines {
      switch line {
      case .blank: writeBlankLine()
      case .comment(let text):
        indent(column)
        write(text)
        endLine()
      }
    }
  }

  /// The number of characters in a text.
  private static func length(_ text: [UInt8]) -> Int { text.count { $0 & 0xC0 != 0x80 } }
}

/// Collections.
extension LayoutWriter {
  /// Writes the members of a collection in a block.
  ///
  /// - Parameters:
  ///   - isBesideLead: True if the first member is on the line of a dash.
  ///   - isBelowDash: True if the collection is an item, above whose dash its first comments are.
  private mutating func write(
    _ node: SyntaxNode, _ members: [SyntaxMember], column: Int, isBesideLead: Bool,
    isBelowDash: Bool = false, _ spacing: Spacing
  ) {
    let keys = members.map { key(of: $0, column: column) }
    let lines = members.indices.map { index in
      plan(members[index].value, room: Self.width - column - Self.length(keys[index]) - 2)
    }
    let hasBlank = spacing == .uniform && members.dropFirst().contains { $0.hasBlankAbove }
    for (index, member) in members.enumerated() {
      if index > 0 {
        let blocks = [lines[index - 1], lines[index]].count { $0 == nil }
        let isWanted =
          switch spacing {
          case .asWritten: false
          case .aroundBlocks: blocks > 0
          case .betweenBlocks: blocks == 2
          case .uniform: hasBlank && blocks > 0
          }
        if isWanted || member.hasBlankAbove { writeBlankLine() }
      }
      let isBesideLead = isBesideLead && index == 0
      let member = placingComments(
        of: member, isBlock: lines[index] == nil, canBeAbove: index > 0 || !isBelowDash)
      write(member.leading, column: column)
      if !isBesideLead { indent(column) }
      write(keys[index])
      let below: Spacing =
        spacing == .aroundBlocks || spacing == .betweenBlocks ? .uniform : .asWritten
      write(
        value: member.value, lines[index], header: member.header, trailing: member.trailing,
        column: column, after: member.key == nil ? .dash : .key, below)
    }
    write(node.closing, column: column)
  }

  /// The key of a member with its colon, or its dash.
  private func key(of member: SyntaxMember, column: Int) -> [UInt8] {
    guard let key = member.key else { return [UInt8(ascii: "-")] }
    let text = text(of: key, inFlow: false)
    let indentation = [UInt8](repeating: 0x20, count: text.last == 0x0A ? max(0, column) : 0)
    return text + indentation + [UInt8(ascii: ":")]
  }

  private func text(of key: SyntaxMember.Key, inFlow: Bool) -> [UInt8] {
    // A name may end with a colon for other parsers.
    if let alias = key.alias { return Array("*\(alias) ".utf8) }
    let line = ScalarLayout.line(key.scalar, isKey: true, inFlow: inFlow) ?? []
    let anchor = key.anchor.map { Array("&\($0) ".utf8) } ?? []
    guard line.count > Self.longestKey, !inFlow else { return anchor + line }
    return Array("? ".utf8) + anchor + line + [0x0A]
  }

  /// Moves the comment behind a collection whose brackets go.
  ///
  /// - Parameter canBeAbove: False if no comment may be above the member.
  private func placingComments(
    of member: SyntaxMember, isBlock: Bool, canBeAbove: Bool
  ) -> SyntaxMember {
    guard isBlock, let comment = member.trailing, let members = member.value.members,
      !members.isEmpty
    else { return member }
    var member = member
    member.trailing = nil
    if hasComments(member.value) || member.header != nil || member.key == nil && !canBeAbove {
      member.value.closing.insert(.comment(comment), at: member.value.innerLineCount)
    } else if member.key == nil {
      member.leading.append(.comment(comment))
    } else {
      member.header = comment
    }
    return member
  }

  private func hasComments(_ node: SyntaxNode) -> Bool {
    node.closing.contains(where: \.isComment) || (node.members ?? []).contains(where: hasComments)
  }

  private func hasComments(_ member: SyntaxMember) -> Bool {
    !member.leading.isEmpty || member.header != nil || member.trailing != nil
      || hasComments(member.value)
  }
}

/// Values on one line.
extension LayoutWriter {
  /// The text of a value on one line; nil if it takes several.
  private func plan(_ node: SyntaxNode, room: Int) -> Line? {
    let anchor = node.anchor.map { Array("&\($0)".utf8) } ?? []
    let space: [UInt8] = anchor.isEmpty ? [] : [0x20]
    switch node.content {
    case .empty: return anchor
    case .alias(let name): return Array("*\(name)".utf8)
    case .scalar(let scalar):
      if scalar.style == .literal || scalar.style == .folded {
        return BlockScalar(scalar) == nil ? anchor + space + quoted(scalar) : nil
      }
      return ScalarLayout.line(scalar, inFlow: false).map { anchor + space + $0 }
    case .sequence(let members), .mapping(let members):
      guard node.isFlow || members.isEmpty else { return nil }
      return flat(node, limit: members.isEmpty ? .max : room)
    }
  }

  /// A block scalar whose text has only blanks, for which a block would be hard to read.
  private func quoted(_ scalar: Scalar) -> [UInt8] {
    Array(ScalarText(scalar.text).doubleQuoted.utf8)
  }

  /// The text of a collection in brackets on one line; nil if it has comments or does not fit.
  private func flat(_ node: SyntaxNode, limit: Int) -> Line? {
    var line: [UInt8] = []
    guard flatten(node, limit: limit, into: &line), Self.length(line) <= limit else {
      return nil
    }
    return line
  }

  private func flatten(
    _ node: SyntaxNode, limit: Int, into line: inout [UInt8]
  ) -> Bool {
    // A character has up to four bytes.
    guard !node.needsLines, line.count / 4 <= limit else { return false }
    if let anchor = node.anchor {
      line += "&\(anchor)".utf8
      if case .empty = node.content { return true }
      line.append(0x20)
    }
    switch node.content {
    case .empty: return true
    case .alias(let name):
      line += "*\(name)".utf8
      return true
    case .scalar(let scalar):
      guard let text = ScalarLayout.line(scalar, inFlow: true) else { return false }
      line += text
      return true
    case .sequence(let members):
      line.append(UInt8(ascii: "["))
      guard flatten(members, limit: limit, into: &line) else { return false }
      line.append(UInt8(ascii: "]"))
      return true
    case .mapping(let members):
      line += members.isEmpty ? "{".utf8 : "{ ".utf8
      guard flatten(members, limit: limit, into: &line) else { return false }
      line += members.isEmpty ? "}".utf8 : " }".utf8
      return true
    }
  }

  private func flatten(_ members: [SyntaxMember], limit: Int, into line: inout [UInt8]) -> Bool {
    for (index, member) in members.enumerated() {
      guard member.leading.isEmpty, member.header == nil, member.trailing == nil else {
        return false
      }
      if index > 0 { line += ", ".utf8 }
      if let key = member.key {
        let text = text(of: key, inFlow: true)
        guard text.count <= Self.longestKey else { return false }
        line += text
        // Between brackets, a key alone is one without a value.
        if hasText(member.value) { line += ": ".utf8 }
      }
      guard flatten(member.value, limit: limit, into: &line) else { return false }
    }
    return true
  }
}

/// Values.
extension LayoutWriter {
  /// Writes a value behind its key or dash, with all that is on its lines and below.
  ///
  /// - Parameters:
  ///   - line: The value's text if it is on one line.
  ///   - column: The column of the collection that holds the value.
  private mutating func write(
    value node: SyntaxNode, _ line: Line?, header: String? = nil, trailing: String?, column: Int,
    after lead: Lead, _ spacing: Spacing = .asWritten
  ) {
    let isInLine = lead == .nothing
    if let line {
      if !line.isEmpty {
        if !isInLine { write(" ") }
        write(line)
      }
      var trailing = trailing
      if case .scalar(let scalar) = node.content, trailing == nil {
        trailing = scalar.range.source.utf8.headerComment(in: scalar.range.offsets)
      }
      endLine(trailing)
      write(node.closing, column: column + 2)
      return
    }
    switch node.content {
    case .empty, .alias: break
    case .scalar(let scalar):
      if !isInLine { write(" ") }
      if let anchor = node.anchor { write("&\(anchor) ") }
      if let block = BlockScalar(scalar) {
        write(block, column: max(column + 2, 2))
      } else {
        writeLines(of: scalar, column: column + 2)
        endLine(trailing)
      }
      write(node.closing, column: column + 2)
    case .sequence(let members), .mapping(let members):
      if let anchor = node.anchor { write(" &\(anchor)") }
      let isBesideLead = lead == .dash && node.anchor == nil
      if isBesideLead { write(" ") } else { endLine(header) }
      write(
        node, members, column: column + 2, isBesideLead: isBesideLead, isBelowDash: lead == .dash,
        spacing)
    }
  }

  private mutating func write(_ block: BlockScalar, column: Int) {
    write(block.header)
    endLine(block.comment)
    for line in block.lines {
      if !line.isEmpty {
        indent(column)
        output.append(contentsOf: line)
      }
      endLine()
    }
    isAfterBlank = false
    isAfterKeptLines = block.keptLineCount > 0
  }

  /// Writes a scalar of several lines as its author has broken them.
  private mutating func writeLines(of scalar: Scalar, column: Int) {
    let lines = scalar.range.source.utf8.lines(in: scalar.range.offsets)
    for (index, line) in lines.enumerated() {
      var line = line
      if index > 0 {
        endLine()
        line = line.drop { $0 == 0x20 || $0 == 0x09 }
      }
      var trimmed = line
      if index < lines.count - 1 {
        while let last = trimmed.last, last == 0x20 || last == 0x09 { trimmed.removeLast() }
        // An escaped blank is part of the text.
        if scalar.style == .doubleQuoted, trimmed.last == UInt8(ascii: "\\") { trimmed = line }
      }
      if index > 0, !trimmed.isEmpty { indent(column) }
      output.append(contentsOf: trimmed)
    }
  }
}

/// New values.
extension LayoutWriter {
  /// Returns the text of a new document.
  ///
  /// - Parameters:
  ///   - levels: The levels of collections that are blocks; those below are in brackets where they
  ///     fit on a line.
  ///   - sections: The rule for blank lines between the entries of the document.
  package static func text(of draft: Draft, blocks levels: Int, sections: Spacing) -> String {
    let node = SyntaxNode(draft, blocks: levels)
    var writer = LayoutWriter()
    if let members = node.members, !members.isEmpty {
      writer.write(node, members, column: 0, isBesideLead: false, sections)
    } else {
      writer.write(
        value: node, writer.plan(node, room: width), trailing: nil, column: -2, after: .nothing)
    }
    return String(decoding: writer.output, as: UTF8.self)
  }

  /// Returns a new value on one line, with collections in brackets.
  ///
  /// - Parameter isQuoted: True if a text keeps quotes where they could be needed.
  package static func line(
    _ draft: Draft, isQuoted: Bool = false, avoiding names: Set<String>, inFlow: Bool
  ) -> String {
    switch draft {
    case .plain(let text):
      return ScalarLayout.line(
        text, isText: false, isQuoted: isQuoted, avoiding: names, inFlow: inFlow)
    case .text(let text):
      return ScalarLayout.line(
        text, isText: true, isQuoted: isQuoted, avoiding: names, inFlow: inFlow)
    case .sequence(let items):
      return "[\(items.map { line($0, avoiding: names, inFlow: true) }.joined(separator: ", "))]"
    case .mapping(let entries):
      if entries.isEmpty { return "{}" }
      let inside = entries.map { entry(key: $0.key, $0.value, avoiding: names, inFlow: true) }
      return "{ \(inside.joined(separator: ", ")) }"
    }
  }

  /// True if a key asks for a `?` before it, so that an entry outside of brackets takes two lines.
  static func isLong(_ key: Draft.Key) -> Bool {
    ScalarLayout.line(key, inFlow: true).utf8.count > longestKey
  }

  /// Returns a new entry of a mapping on one line.
  static func entry(
    key: Draft.Key, _ value: Draft, avoiding names: Set<String>, inFlow: Bool
  ) -> String {
    let isLong = isLong(key)
    let key = ScalarLayout.line(key, inFlow: inFlow)
    let value = line(value, avoiding: names, inFlow: inFlow)
    return isLong ? "? \(key) : \(value)" : "\(key): \(value)"
  }

  /// Returns a new value as the lines of a block, all but the first indented: a filled collection or
  /// a text of several lines.
  ///
  /// - Parameter levels: The levels of collections that are blocks.
  static func block(
    _ draft: Draft, column: Int, blocks levels: Int, avoiding names: Set<String>
  ) -> String {
    let node = SyntaxNode(draft, blocks: levels, avoiding: names)
    var writer = LayoutWriter()
    switch node.content {
    case .sequence(let members), .mapping(let members):
      writer.write(node, members, column: column, isBesideLead: true, .asWritten)
    case .scalar, .empty, .alias:
      writer.write(
        value: node, writer.plan(node, room: width), trailing: nil, column: column - 2,
        after: .nothing)
    }
    return String(decoding: writer.output.dropLast(), as: UTF8.self)
  }
}
