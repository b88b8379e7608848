import YAML
import YAMLSyntax

/// Writes a syntax tree in the one layout.
struct LayoutWriter {
  /// The longest line on which a collection stays in brackets.
  static let width = 100
  /// The length of a key from which on YAML asks for a `?` before it.
  private static let longestKey = 1000

  /// The rule for blank lines between the members of a collection.
  enum Spacing {
    /// As the author has them, one at most.
    case asWritten
    /// One between two members of which one takes several lines.
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
  private let bytes: [UInt8]
  private let kind: FormattedKind?

  init(_ source: Source, kind: FormattedKind?) {
    bytes = source.utf8
    self.kind = kind
    output.reserveCapacity(bytes.count + bytes.count / 8)
  }

  /// Returns the text of a document.
  static func text(of tree: SyntaxTree, kind: FormattedKind?) -> [UInt8] {
    var writer = LayoutWriter(tree.source, kind: kind)
    writer.write(tree)
    return writer.output
  }

  private mutating func write(_ tree: SyntaxTree) {
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
        let spacing: Spacing =
          isList ? .asWritten : kind == .spec ? .aroundBlocks : .betweenBlocks
        write(root, members, column: 0, isBesideLead: false, spacing)
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
  }

  private mutating func writeBlankLine() {
    guard !isAfterBlank else { return }
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
  /// - Parameter isBesideLead: True if the first member is on the line of a dash.
  private mutating func write(
    _ node: SyntaxNode, _ members: [SyntaxMember], column: Int, isBesideLead: Bool,
    _ spacing: Spacing
  ) {
    let keys = members.map(key)
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
      let member = placingComments(of: member, isBlock: lines[index] == nil)
      write(member.leading, column: column)
      if index > 0 || !isBesideLead { indent(column) }
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
  private func key(of member: SyntaxMember) -> [UInt8] {
    guard let key = member.key else { return [UInt8(ascii: "-")] }
    return text(of: key, inFlow: false) + [UInt8(ascii: ":")]
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
  private func placingComments(of member: SyntaxMember, isBlock: Bool) -> SyntaxMember {
    guard isBlock, let comment = member.trailing, let members = member.value.members,
      !members.isEmpty
    else { return member }
    var member = member
    member.trailing = nil
    if hasComments(member.value) || member.header != nil {
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
    Array(
      YAMLStyle(prefersDoubleQuotes: true)
        .scalar(text: scalar.text, isText: true, like: .doubleQuoted, isInFlow: true).utf8)
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
        trailing = bytes.headerComment(in: scalar.range.offsets)
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
      write(node, members, column: column + 2, isBesideLead: isBesideLead, spacing)
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
    // The blank lines at the end are part of the text.
    isAfterBlank = false
  }

  /// Writes a scalar of several lines as its author has broken them.
  private mutating func writeLines(of scalar: Scalar, column: Int) {
    let lines = bytes.lines(in: scalar.range.offsets)
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

/// A literal or folded scalar with its lines, without their indentation.
struct BlockScalar {
  let header: String
  let comment: String?
  let lines: [ArraySlice<UInt8>]

  /// Returns nil for any other scalar, and for one whose lines do not all show where they end.
  init?(_ scalar: Scalar) {
    guard scalar.style == .literal || scalar.style == .folded else { return nil }
    let bytes = scalar.range.source.utf8
    var lines = bytes.lines(in: scalar.range.offsets)
    let written = lines.removeFirst()
    func isFilled(_ line: ArraySlice<UInt8>) -> Bool { line.contains { $0 != 0x20 } }
    let text = Array(scalar.text.utf8)
    let textLines = text.split(separator: 0x0A)
    guard let firstLine = lines.first(where: isFilled),
      let first = textLines.first(where: isFilled),
      let last = textLines.last, last.contains(where: { $0 != 0x20 && $0 != 0x09 })
    else { return nil }
    let indentation = Self.blanks(firstLine) - Self.blanks(first)
    guard indentation >= 0 else { return nil }
    self.lines =
      lines.map { $0.dropFirst(min(indentation, Self.blanks($0))) }
      + (scalar.isKeepingLines
        ? Array(repeating: [], count: max(0, text.reversed().prefix { $0 == 0x0A }.count - 1)) : [])
    var header = scalar.style == .literal ? "|" : ">"
    if let first = self.lines.first(where: { !$0.isEmpty })?.first, first <= 0x20 { header += "2" }
    let indicators = written.prefix { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "#") }
    // At the end of a file a last line without a line break is a text without one.
    if text.last != 0x0A {
      header += "-"
    } else if indicators.contains(UInt8(ascii: "+")) {
      header += "+"
    }
    self.header = header
    comment = bytes.headerComment(in: scalar.range.offsets)
  }

  private static func blanks(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }
}

extension [UInt8] {
  /// The lines of a part of a text, without their line breaks.
  func lines(in range: Range<Int>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound {
      if self[offset] == 0x0A || self[offset] == 0x0D {
        lines.append(self[start..<offset])
        if self[offset] == 0x0D, offset + 1 < range.upperBound, self[offset + 1] == 0x0A {
          offset += 1
        }
        start = offset + 1
      }
      offset += 1
    }
    lines.append(self[start..<range.upperBound])
    return lines
  }
}

extension SourceRange {
  var offsets: Range<Int> { lowerBound..<upperBound }
}
