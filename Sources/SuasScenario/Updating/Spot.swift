import YAML

/// A node as it is written, with what it takes to write something else in its place.
struct Spot {
  let node: Node
  /// Right after the `:` or `-` that leads to the node; nil where there is none.
  let lead: Int?
  /// The column of the collection that holds the node.
  let column: Int
  /// Whether the node stands between brackets.
  let isInFlow: Bool
  /// Whether the node is written in more places than one, by an alias.
  let isShared: Bool

  var start: Int { node.range.lowerBound }
  var end: Int { node.range.upperBound }
  var bytes: [UInt8] { node.range.source.utf8 }

  /// Whether the node is a collection in brackets.
  var hasBrackets: Bool {
    guard node.scalar == nil, start < bytes.count else { return false }
    return bytes[start] == UInt8(ascii: node.mapping == nil ? "[" : "{")
  }

  /// The column of what the node, a block collection, holds.
  var contentColumn: Int { node.range.location.column }
}

/// Where the children of a collection stand.
extension Spot {
  /// What stands under a key.
  func value(of entry: Node.Entry, _ aliases: Set<String>) -> Spot {
    var lead: Int?
    var offset = entry.key.range.upperBound
    while offset < bytes.count, bytes.isBlank(at: offset) { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ":") { lead = offset + 1 }
    return child(entry.value, lead: lead, aliases)
  }

  /// The item at a place of a list.
  func item(_ index: Int, _ aliases: Set<String>) -> Spot? {
    guard let items = node.sequence, items.indices.contains(index) else { return nil }
    let dash = hasBrackets || isInFlow ? nil : dash(of: index)
    return child(items[index], lead: dash.map { $0 + 1 }, aliases)
  }

  private func child(_ node: Node, lead: Int?, _ aliases: Set<String>) -> Spot {
    Spot(
      node: node, lead: lead, column: contentColumn, isInFlow: isInFlow || hasBrackets,
      isShared: isShared || node.isAlias || node.isAnchored(for: aliases))
  }

  /// Where the dash of an item of a block list stands.
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
  /// Whether the node is written elsewhere, and here is its alias.
  var isAlias: Bool {
    let bytes = range.source.utf8
    return range.lowerBound < range.upperBound && bytes[range.lowerBound] == UInt8(ascii: "*")
  }

  /// Whether one of the aliases stands for the node.
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

  /// Where the line begins that holds an offset.
  func startOfLine(around offset: Int) -> Int {
    var start = offset
    while start > 0, self[start - 1] != 0x0A { start -= 1 }
    return start
  }

  /// Where the line after an offset begins, or else the end.
  func startOfNextLine(after offset: Int) -> Int {
    var end = offset
    while end < count, self[end] != 0x0A { end += 1 }
    return Swift.min(end + 1, count)
  }

  /// Whether nothing but blanks stands before an offset on its line.
  func isFirstOnLine(_ offset: Int) -> Bool {
    self[startOfLine(around: offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
