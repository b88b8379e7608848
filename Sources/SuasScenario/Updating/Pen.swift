import YAML

/// Writes values where others stand, in the style of the place.
struct Pen {
  let hand: Handwriting

  /// What was no collection in brackets becomes one only where the line stays this short.
  private static let lineLength = 100

  /// Nil where the place has a form in which nothing else can be written.
  func replacement(of spot: Spot, with draft: Draft, keepingInteger: Bool) -> Edit? {
    let isBlock = spot.node.scalar == nil && !spot.hasBrackets && !spot.isInFlow
    if isBlock, draft.isFilled {
      return Edit(of: spot.node, [.init(spot.node.range.offsets, block(draft, over: spot))])
    }
    let line = line(draft, over: spot, keepingInteger: keepingInteger)
    if isBlock { return collapse(spot, into: line) }
    let isOpen = spot.node.scalar != nil || !spot.node.isFilled
    if !spot.isInFlow, isOpen, draft.isFilled, !fits(line, at: spot), let lead = spot.lead {
      let column = spot.column + 2
      let text = "\n" + String(repeating: " ", count: column) + block(draft, column: column)
      return Edit(of: spot.node, [.init(lead..<spot.end, text)])
    }
    guard spot.start == spot.end else {
      return Edit(of: spot.node, [.init(spot.node.range.offsets, line)])
    }
    guard let lead = spot.lead else { return nil }
    return Edit(of: spot.node, [.init(lead..<lead, " " + line)])
  }

  /// A tree in the lines of a block, of which all but the first are indented.
  func block(_ draft: Draft, column: Int) -> String {
    var lines = YAML.emit(draft, by: hand).split(
      separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let indent = "\n" + String(repeating: " ", count: column)
    return lines.enumerated().map { index, line in
      index == 0 ? String(line) : line.isEmpty ? "\n" : indent + line
    }.joined()
  }

  func fits(_ line: String, at spot: Spot) -> Bool {
    spot.node.range.location.column + line.unicodeScalars.count <= Self.lineLength
  }

  /// A block in the place of another; a list may stand in the column of its key, a mapping not.
  private func block(_ draft: Draft, over spot: Spot) -> String {
    var column = spot.contentColumn
    var text = ""
    if case .mapping = draft, spot.node.sequence != nil, column <= spot.column {
      column += 2
      text = "  "
    }
    return text + block(draft, column: column)
  }

  private func line(_ draft: Draft, over spot: Spot, keepingInteger: Bool) -> String {
    let old = spot.node.scalar
    switch draft {
    case .plain(let text):
      var text = text
      if keepingInteger, case .int? = old?.resolved, text.hasSuffix(".0") { text.removeLast(2) }
      return hand.scalar(
        text: text, isText: false, like: old?.style ?? .plain, isInFlow: spot.isInFlow)
    case .text(let text):
      if let old, let literal = literal(text, over: old, in: spot) { return literal }
      return hand.scalar(
        text: text, isText: true, like: old?.style ?? .plain, isInFlow: spot.isInFlow)
    case .sequence, .mapping:
      return hand.line(draft, isInFlow: spot.isInFlow)
    }
  }

  /// A block of lines in the place of one, indented as that was.
  private func literal(_ text: String, over old: Scalar, in spot: Spot) -> String? {
    guard old.style == .literal || old.style == .folded, !spot.isInFlow, text.utf8.contains(0x0A),
      let first = text.utf8.first, first > 0x20
    else { return nil }
    let bytes = spot.bytes
    let line = bytes.startOfNextLine(after: old.range.lowerBound)
    let indent = bytes[line...].prefix { $0 == 0x20 }.count
    let header = block(.sequence([.text(text)]), column: 0).dropFirst(2)
    var lines = header.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst().hasPrefix("|"), line + indent < old.range.upperBound else {
      return nil
    }
    // A break at the end is what a block has without a sign, none is '-'.
    let isEnded = text.utf8.last == 0x0A
    guard !text.hasSuffix("\n\n") else { return nil }
    let spaces = String(repeating: " ", count: indent)
    let body = lines.map { $0.isEmpty ? "" : spaces + $0.dropFirst(2) }.joined(separator: "\n")
    return (isEnded ? "|\n" : "|-\n") + body
  }

  /// A block that becomes a single word on the line of what leads to it.
  private func collapse(_ spot: Spot, into line: String) -> Edit? {
    guard spot.bytes.isFirstOnLine(spot.start) else {
      return Edit(of: spot.node, [.init(spot.node.range.offsets, line)])
    }
    guard let lead = spot.lead else { return nil }
    let start = spot.bytes.startOfLine(around: spot.start)
    // What begins on the line of its dash is its first child's place as well.
    guard lead <= start else { return nil }
    let end = spot.bytes.startOfNextLine(after: spot.end)
    return Edit(of: spot.node, [.init(lead..<lead, " " + line), .init(start..<end, "")])
  }
}

extension Draft {
  /// Whether the tree is a collection that holds something.
  var isFilled: Bool {
    switch self {
    case .plain, .text: false
    case .sequence(let items): !items.isEmpty
    case .mapping(let entries): !entries.isEmpty
    }
  }
}

extension Node {
  /// Whether the node is a collection that holds something.
  var isFilled: Bool {
    switch content {
    case .scalar: false
    case .sequence(let items): !items.isEmpty
    case .mapping(let entries): !entries.isEmpty
    }
  }
}
