import YAML

/// Divides a text into pieces: its scalars lie where the parser has found them, and all between
/// them is indicators, anchors, aliases, comments and blanks.
struct PieceScanner {
  private let bytes: [UInt8]
  private var scalars: [Range<Int>] = []
  private var pieces: [Piece] = []

  static func pieces(of tree: Node) throws(UnknownNotation) -> [Piece] {
    var scanner = PieceScanner(bytes: tree.range.source.utf8)
    scanner.collect(tree)
    return try scanner.scan()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Collects the ranges of the scalars in order; aliases lead to text elsewhere.
  private mutating func collect(_ node: Node) {
    guard !bytes.isAlias(node) else { return }
    switch node.content {
    case .scalar(let scalar): collect(scalar)
    case .sequence(let items): for item in items { collect(item) }
    case .mapping(let entries):
      for entry in entries {
        collect(entry.key)
        collect(entry.value)
      }
    }
  }

  private mutating func collect(_ scalar: Scalar) {
    let range = scalar.range.lowerBound..<scalar.range.upperBound
    // The text of a key that is an alias stands further up.
    guard !range.isEmpty, range.lowerBound >= scalars.last?.upperBound ?? 0 else { return }
    scalars.append(range)
  }

  private consuming func scan() throws(UnknownNotation) -> [Piece] {
    pieces.reserveCapacity(scalars.count * 5)
    var offset = 0
    for scalar in scalars {
      try scan(from: &offset, to: scalar.lowerBound)
      pieces.append(Piece(kind: .scalar, range: scalar))
      offset = scalar.upperBound
    }
    try scan(from: &offset, to: bytes.count)
    return pieces
  }

  private mutating func scan(from offset: inout Int, to end: Int) throws(UnknownNotation) {
    while offset < end {
      let (kind, next) = try piece(at: offset)
      guard next <= end else { throw UnknownNotation(offset: offset) }
      pieces.append(Piece(kind: kind, range: offset..<next))
      offset = next
    }
  }

  private func piece(at start: Int) throws(UnknownNotation) -> (Piece.Kind, Int) {
    switch bytes[start] {
    case 0x20, 0x09:
      return (.blanks, skip(from: start) { $0 == 0x20 || $0 == 0x09 })
    case UInt8(ascii: "#"): return (.comment, endOfLine(from: start))
    case UInt8(ascii: "%") where isStartOfLine(start): return (.directive, endOfLine(from: start))
    case UInt8(ascii: "-") where isMarker("---", at: start),
      UInt8(ascii: ".") where isMarker("...", at: start):
      return (.marker, start + 3)
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      return (.indicator, start + 1)
    case UInt8(ascii: "&"): return (.anchor, AnchorName.end(at: start, in: bytes))
    case UInt8(ascii: "*"): return (.alias, AnchorName.end(at: start, in: bytes))
    default:
      let length = bytes.lineBreakLength(at: start)
      guard length > 0 else { throw UnknownNotation(offset: start) }
      return (.lineBreak, start + length)
    }
  }

  private func isStartOfLine(_ offset: Int) -> Bool {
    offset == 0 || bytes[offset - 1] == 0x0A || bytes[offset - 1] == 0x0D
  }

  private func isMarker(_ marker: String, at offset: Int) -> Bool {
    guard isStartOfLine(offset), bytes[offset...].starts(with: marker.utf8) else { return false }
    let end = offset + 3
    return end == bytes.count || bytes[end] == 0x20 || bytes[end] == 0x09
      || bytes.lineBreakLength(at: end) > 0
  }

  private func skip(from start: Int, while isSkipped: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, isSkipped(bytes[offset]) { offset += 1 }
    return offset
  }

  private func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes.lineBreakLength(at: offset) == 0 { offset += 1 }
    return offset
  }
}

extension [UInt8] {
  /// True if a node is an alias for one that is written elsewhere; a mapping whose first key is an
  /// alias also begins with `*`, but goes on.
  func isAlias(_ node: Node) -> Bool {
    let (start, end) = (node.range.lowerBound, node.range.upperBound)
    return start < end && self[start] == UInt8(ascii: "*")
      && AnchorName.end(at: start, in: self) == end
  }

  /// The number of bytes of the line break at an offset (YAML 1.2, section 5.4); zero if there is
  /// none.
  func lineBreakLength(at offset: Int) -> Int {
    switch self[offset] {
    case 0x0A: return 1
    case 0x0D: return offset + 1 < count && self[offset + 1] == 0x0A ? 2 : 1
    default: return 0
    }
  }
}
