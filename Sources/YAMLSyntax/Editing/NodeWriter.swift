import YAML

/// Writes values in the place of others, in the one layout.
package struct NodeWriter: Sendable {
  /// Names that a text without quotes should not have, since it would be taken for an expression.
  private let names: Set<String>

  package init(avoiding names: Set<String> = []) { self.names = names }

  /// Returns the edit that adds members to a collection and removes others; nil if the collection
  /// is written in an unusual form.
  package func edit(of editable: EditableNode, to members: [MemberEdit.Member]) -> Edit? {
    MemberEdit.edit(editable, to: members, by: self)
  }

  /// Returns nil if the spot has a form in which nothing else can be written.
  package func replacement(of editable: EditableNode, with draft: Draft, keepingInteger: Bool)
    -> Edit?
  {
    let isBlock = editable.node.scalar == nil && !editable.hasBrackets && !editable.isInFlow
    if isBlock, draft.isFilled {
      return Edit(
        of: editable.node, [.init(editable.node.range.offsets, block(draft, over: editable))])
    }
    let line = text(of: draft, over: editable, keepingInteger: keepingInteger)
    if isBlock { return collapse(editable, into: line) }
    let isOpen = editable.node.scalar != nil || !editable.node.isFilled
    if !editable.isInFlow, isOpen, draft.isFilled, !fits(line, at: editable),
      let lead = editable.lead
    {
      let column = editable.column + 2
      let text =
        "\n" + String(repeating: " ", count: column)
        + block(draft, column: column, hasBlocks: false)
      return Edit(of: editable.node, [.init(lead..<editable.end, text)])
    }
    guard editable.start == editable.end else {
      return Edit(of: editable.node, [.init(editable.node.range.offsets, line)])
    }
    guard let lead = editable.lead else { return nil }
    return Edit(of: editable.node, [.init(lead..<lead, " " + line)])
  }

  /// Returns a tree as the lines of a block, all but the first indented.
  ///
  /// - Parameter hasBlocks: True if collections in it are blocks too; false if they are in brackets
  ///   where they fit on a line.
  func block(_ draft: Draft, column: Int, hasBlocks: Bool) -> String {
    LayoutWriter.block(draft, column: column, blocks: hasBlocks ? .max : 1, avoiding: names)
  }

  func line(_ draft: Draft, inFlow: Bool) -> String {
    LayoutWriter.line(draft, avoiding: names, inFlow: inFlow)
  }

  func entry(key: Draft.Key, _ draft: Draft, inFlow: Bool) -> String {
    LayoutWriter.entry(key: key, draft, avoiding: names, inFlow: inFlow)
  }

  func fits(_ line: String, at editable: EditableNode) -> Bool {
    editable.node.range.location.column + line.unicodeScalars.count <= LayoutWriter.width
  }

  /// Returns a block that replaces another; a list may begin in the column of its key, but a
  /// mapping may not.
  private func block(_ draft: Draft, over editable: EditableNode) -> String {
    var column = editable.contentColumn
    var text = ""
    if case .mapping = draft, editable.node.sequence != nil, column <= editable.column {
      column += 2
      text = "  "
    }
    return text + block(draft, column: column, hasBlocks: editable.hasBlocks)
  }

  private func text(
    of draft: Draft, over editable: EditableNode, keepingInteger: Bool
  ) -> String {
    let old = editable.node.scalar
    var draft = draft
    if keepingInteger, case .int? = old?.resolved, case .plain(let text) = draft,
      text.hasSuffix(".0")
    {
      draft = .plain(String(text.dropLast(2)))
    }
    if case .text(let text) = draft, let style = old?.style, style == .literal || style == .folded,
      !editable.isInFlow, ScalarText(text).isLiteral
    {
      return block(draft, column: editable.column + 2, hasBlocks: false)
    }
    return LayoutWriter.line(
      draft, isQuoted: old?.style == .singleQuoted || old?.style == .doubleQuoted, avoiding: names,
      inFlow: editable.isInFlow)
  }

  /// Replaces a block by a single word on the line of the node's key or dash.
  private func collapse(_ editable: EditableNode, into line: String) -> Edit? {
    guard editable.bytes.isFirstOnLine(editable.start) else {
      return Edit(of: editable.node, [.init(editable.node.range.offsets, line)])
    }
    guard let lead = editable.lead else { return nil }
    let start = editable.bytes.startOfLine(around: editable.start)
    // A node that begins on the line of its dash shares its offset with its first child.
    guard lead <= start else { return nil }
    let end = editable.bytes.startOfNextLine(after: editable.end)
    return Edit(of: editable.node, [.init(lead..<lead, " " + line), .init(start..<end, "")])
  }
}

extension Draft {
  /// True if the tree is a collection that is not empty.
  var isFilled: Bool {
    switch self {
    case .plain, .text: false
    case .sequence(let items): !items.isEmpty
    case .mapping(let entries): !entries.isEmpty
    }
  }
}
