import YAML

/// A node as it is written, with the information that is needed to replace it.
struct EditableNode {
  let node: Node
  /// The offset right after the `:` or `-` that leads to the node; nil if there is none.
  let lead: Int?
  /// The column of the collection that holds the node.
  let column: Int
  /// True if the node is inside of brackets.
  let isInFlow: Bool
  /// True if the node is used in more places than one, by an alias.
  let isShared: Bool

  var start: Int { node.range.lowerBound }
  var end: Int { node.range.upperBound }
  var bytes: [UInt8] { node.range.source.utf8 }

  /// True if the node is a collection in brackets.
  var hasBrackets: Bool {
    guard node.scalar == nil, start < bytes.count else { return false }
    return bytes[start] == UInt8(ascii: node.mapping == nil ? "[" : "{")
  }

  /// The column of the node's members if it is a block collection.
  var contentColumn: Int { node.range.location.column }
}

/// The children of a collection.
extension EditableNode {
  /// Returns the spot of the value under a key.
  func value(of entry: Node.Entry, _ aliases: Set<String>) -> EditableNode {
    var lead: Int?
    var offset = entry.key.range.upperBound
    while offset < bytes.count, bytes.isBlank(at: offset) { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ":") { lead = offset + 1 }
    return child(entry.value, lead: lead, aliases)
  }

  /// Returns the spot of the item at an index of a list.
  func item(_ index: Int, _ aliases: Set<String>) -> EditableNode? {
    guard let items = node.sequence, items.indices.contains(index) else { return nil }
    let dash = hasBrackets || isInFlow ? nil : dash(of: index)
    return child(items[index], lead: dash.map { $0 + 1 }, aliases)
  }

  private func child(_ node: Node, lead: Int?, _ aliases: Set<String>) -> EditableNode {
    EditableNode(
      node: node, lead: lead, column: contentColumn, isInFlow: isInFlow || hasBrackets,
      isShared: isShared || node.isAlias || node.isAnchored(for: aliases))
  }

  /// Returns the offset of the dash before an item of a block list.
  func dash(of index: Int) -> Int? {
    guard let items = node.sequence else { return nil }
    if index == 0 { return start }
    var line = bytes.startOfLine(around: items[index].range.lowerBound)
    while line > start {
      let place = line + contentColumn
      if place < bytes.count, bytes[place] == UInt8(ascii: "-"),
        bytes[line..<place].allSatisfy({ $0 == 0x20 })
      {
        return place
      }
      line = bytes.startOfLine(around: line - 1)
    }
    return nil
  }
}

extension Node {
  /// True if the node is an alias for a node that is written elsewhere.
  var isAlias: Bool {
    let bytes = range.source.utf8
    return range.lowerBound < range.upperBound && bytes[range.lowerBound] == UInt8(ascii: "*")
  }

  /// Returns true if the node has an anchor to which one of the aliases refers.
  func isAnchored(for aliases: Set<String>) -> Bool {
    guard !aliases.isEmpty else { return false }
    let bytes = range.source.utf8
    var end = range.lowerBound
    while end > 0, bytes.isBlank(at: end - 1) || bytes.isLineBreak(at: end - 1) { end -= 1 }
    var start = end
    while start > 0, !bytes.isBlank(at: start - 1), !bytes.isLineBreak(at: start - 1),
      !",[]{}".utf8.contains(bytes[start - 1])
    {
      start -= 1
    }
    guard start < end, bytes[start] == UInt8(ascii: "&") else { return false }
    return aliases.contains(String(decoding: bytes[start + 1..<end], as: UTF8.self))
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
