/// Maps each byte of a scalar's decoded text to its place in the source.
///
/// It is made by scanning the scalar again, as libyaml does, so that there is no cost unless a
/// place inside a scalar is needed.
package struct ScalarMap {
  /// A run of decoded bytes that are either in the source as they are, or come from something else
  /// written there as a whole: an escape or a line break.
  private struct Piece {
    var decoded: Int
    var source: Range<Int>
    var isVerbatim: Bool
  }

  private var pieces: [Piece] = []
  package private(set) var decoded: [UInt8] = []
  /// The escapes that denote no character.
  package private(set) var unreadable: [Range<Int>] = []
  /// The offset directly after the last character written.
  private var contentEnd: Int

  /// Creates the map of a scalar; nil if the second scan results in a different text.
  package init?(of scalar: Scalar) {
    self.init(rereading: scalar)
    guard decoded.elementsEqual(scalar.text.utf8) else { return nil }
  }

  /// Creates the map of a scalar whose text may be unknown; the text of a block must at least begin
  /// with the right blanks.
  package init(rereading scalar: Scalar) {
    let source = scalar.range.source
    let range = scalar.range.lowerBound..<min(scalar.range.upperBound, source.utf8.count)
    contentEnd = range.upperBound
    let scanner = ScalarScanner(bytes: source.utf8, text: scalar.text)
    switch scalar.style {
    case .plain: scanner.scanFlow(range, style: .plain, into: &self)
    case .singleQuoted, .doubleQuoted:
      guard range.count >= 2 else { return }
      let inside = range.lowerBound + 1..<range.upperBound - 1
      contentEnd = inside.upperBound
      scanner.scanFlow(inside, style: scalar.style, into: &self)
    case .literal, .folded:
      scanner.scanBlock(from: range.lowerBound, isLiteral: scalar.style == .literal, into: &self)
    }
  }

  /// The bytes of the source from which a range of the decoded text came.
  package func offsets(of range: Range<Int>) -> Range<Int> {
    let start = piece(at: range.lowerBound).map { piece in
      piece.isVerbatim
        ? piece.source.lowerBound + range.lowerBound - piece.decoded : piece.source.lowerBound
    }
    guard let start else { return contentEnd..<contentEnd }
    guard !range.isEmpty else { return start..<start }
    let end = piece(at: range.upperBound - 1).map { piece in
      piece.isVerbatim
        ? piece.source.lowerBound + range.upperBound - piece.decoded : piece.source.upperBound
    }
    return start..<max(start, end ?? contentEnd)
  }

  /// The last piece that starts at or before an offset of the decoded text.
  private func piece(at offset: Int) -> Piece? {
    guard offset >= 0, offset < decoded.count else { return nil }
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].decoded <= offset { low = middle } else { high = middle }
    }
    return pieces[low]
  }
}

extension ScalarMap {
  /// Adds bytes that are in the source as they are.
  package mutating func append(verbatim range: Range<Int>, of bytes: [UInt8]) {
    guard !range.isEmpty else { return }
    if let last = pieces.last, last.isVerbatim, last.source.upperBound == range.lowerBound {
      pieces[pieces.count - 1].source = last.source.lowerBound..<range.upperBound
    } else {
      pieces.append(Piece(decoded: decoded.count, source: range, isVerbatim: true))
    }
    decoded.append(contentsOf: bytes[range])
  }

  /// Adds bytes that something else in the source denotes.
  package mutating func append(_ bytes: some Collection<UInt8>, from range: Range<Int>) {
    guard !bytes.isEmpty else { return }
    pieces.append(Piece(decoded: decoded.count, source: range, isVerbatim: false))
    decoded.append(contentsOf: bytes)
  }

  /// Notes an escape that denotes no character.
  mutating func appendUnreadable(_ escape: Range<Int>) { unreadable.append(escape) }

  /// Sets the end of the last character of a block, whose text may end with line breaks.
  mutating func endContent(at offset: Int) { contentEnd = offset }
}
