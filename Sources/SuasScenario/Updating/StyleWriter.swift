import YAML

/// Writes values in the place of others, in the style of that place.
struct StyleWriter {
  let hand: YAMLStyle

  /// The limit for a line in which a collection in brackets replaces another kind of value.
  private static let lineLength = 100

  /// Returns nil if the spot has a form in which nothing else can be written.
  func replacement(of editable: EditableNode, with draft: Draft, keepingInteger: Bool) -> Edit? {
    let isBlock = editable.node.scalar == nil && !editable.hasBrackets && !editable.isInFlow
    if isBlock, draft.isFilled {
      return Edit(
        of: editable.node, [.init(editable.node.range.offsets, block(draft, over: editable))])
    }
    let line = line(draft, over: editable, keepingInteger: keepingInteger)
    if isBlock { return collapse(editable, into: line) }
    let isOpen = editable.node.scalar != nil || !editable.node.isFilled
    if !editable.isInFlow, isOpen, draft.isFilled, !fits(line, at: editable),
      let lead = editable.lead
    {
      let column = editable.column + 2
      let text = "\n" + String(repeating: " ", count: column) + block(draft, column: column)
      return Edit(of: editable.node, [.init(lead..<editable.end, text)])
    }
    guard editable.start == editable.end else {
      return Edit(of: editable.node, [.init(editable.node.range.offsets, line)])
    }
    guard let lead = editable.lead else { return nil }
    return Edit(of: editable.node, [.init(lead..<lead, " " + line)])
  }

  /// Returns a tree as the lines of a block, all but the first indented.
  func block(_ draft: Draft, column: Int) -> String {
    var lines = YAML.emit(draft, by: hand).split(
      separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let indent = "\n" + String(repeating: " ", count: column)
    return lines.enumerated().map { index, line in
      index == 0 ? String(line) : line.isEmpty ? "\n" : indent + line
    }.joined()
  }

  func fits(_ line: String, at editable: EditableNode) -> Bool {
    editable.node.range.location.column + line.unicodeScalars.count <= Self.lineLength
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
    return text + block(draft, column: column)
  }

  private func line(_ draft: Draft, over editable: EditableNode, keepingInteger: Bool) -> String {
    let old = editable.node.scalar
    switch draft {
    case .plain(let text):
      var text = text
      if keepingInteger, case .int? = old?.resolved, text.hasSuffix(".0") { text.removeLast(2) }
      return hand.scalar(
        text: text, isText: false, like: old?.style ?? .plain, isInFlow: editable.isInFlow)
    case .text(let text):
      if let old, let literal = literal(text, over: old, in: editable) { return literal }
      return hand.scalar(
        text: text, isText: true, like: old?.style ?? .plain, isInFlow: editable.isInFlow)
    case .sequence, .mapping:
      return hand.line(draft, isInFlow: editable.isInFlow)
    }
  }

  /// Returns a text as a block scalar that replaces another, with the same indentation.
  private func literal(_ text: String, over old: Scalar, in editable: EditableNode) -> String? {
    guard old.style == .literal || old.style == .folded, !editable.isInFlow,
      text.utf8.contains(0x0A),
      let first = text.utf8.first, first > 0x20
    else { return nil }
    let bytes = editable.bytes
    let line = bytes.startOfNextLine(after: old.range.lowerBound)
    let indent = bytes[line...].prefix { $0 == 0x20 }.count
    let header = block(.sequence([.text(text)]), column: 0).dropFirst(2)
    var lines = header.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst().hasPrefix("|"), line + indent < old.range.upperBound else {
      return nil
    }
    // A final line break needs no indicator; '-' means that there is none.
    let isEnded = text.utf8.last == 0x0A
    guard !text.hasSuffix("\n\n") else { return nil }
    let spaces = String(repeating: " ", count: indent)
    let body = lines.map { $0.isEmpty ? "" : spaces + $0.dropFirst(2) }.joined(separator: "\n")
    return (isEnded ? "|\n" : "|-\n") + body
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
