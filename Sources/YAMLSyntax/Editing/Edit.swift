import YAML

/// A change to the text of one node; the rest of the file stays as it is.
package struct Edit: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    /// The range in bytes of the file; empty for an insertion.
    let range: Range<Int>
    let text: String

    init(_ range: Range<Int>, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// The range of the node that is changed.
  package let node: Range<Int>
  let pieces: [Piece]

  init(of node: Node, _ pieces: [Piece]) {
    self.node = node.range.offsets
    self.pieces = pieces
  }
}

/// A text with some of its nodes changed.
package struct EditedText {
  package private(set) var bytes: [UInt8] = []
  /// The old offsets at which unchanged text begins, each with its shift in the new text.
  private var shifts: [(offset: Int, shift: Int)] = []

  package init(_ source: Source, _ edits: [Edit]) {
    let pieces = edits.flatMap(\.pieces).enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    let lineBreak = Array((source.hasCarriageReturns ? "\r\n" : "\n").utf8)
    bytes.reserveCapacity(source.utf8.count + 1024)
    var place = 0
    for (_, piece) in pieces {
      let start = max(piece.range.lowerBound, place)
      bytes += source.utf8[place..<start]
      for byte in piece.text.utf8 {
        if byte == 0x0A { bytes += lineBreak } else { bytes.append(byte) }
      }
      place = max(start, piece.range.upperBound)
      shifts.append((place, bytes.count - place))
    }
    bytes += source.utf8[place...]
  }

  /// Returns the new offset of the text at an old one.
  package func offset(of old: Int) -> Int {
    old + (shifts.last { $0.offset <= old }?.shift ?? 0)
  }
}

extension Source {
  /// True if lines end with CR LF.
  fileprivate var hasCarriageReturns: Bool {
    guard let end = utf8.firstIndex(of: 0x0A) else { return false }
    return end > 0 && utf8[end - 1] == 0x0D
  }
}
